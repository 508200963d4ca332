import { onEveryHost, type Host } from '../../customer-api/harness/host.js';
import type { Tenant } from '../../customer-api/harness/tenant.js';
import type { Product } from '../../harness/every-host.js';
import { frameworks } from '../../harness/frameworks.js';
import { loopbackTargets } from './loopback.js';

/**
 * Defines the same tests over every storage, where webhooks may go to this machine. The bindings have no
 * part in delivering, so one of them stands for all.
 */
export function onEveryStorage(define: (host: Host) => void, product: Product = {}): void {
  const [framework] = frameworks;
  if (framework === undefined) throw new Error('there is a framework');
  onEveryHost((host) => define(withOlderTenants(host)), {
    frameworks: [framework],
    targets: loopbackTargets,
    ...product,
  });
}

/** A tenant is older than what the test does with it: the event of its first key goes to none of its subscribers. */
function withOlderTenants(host: Host): Host {
  const tenant = async (): Promise<Tenant> => {
    const opened = await host.tenant();
    host.clock.advance(1);
    return opened;
  };
  return Object.create(host, { tenant: { value: tenant } }) as Host;
}
