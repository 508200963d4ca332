import { onEveryHost, type Host } from '../../customer-api/harness/host.js';
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
  onEveryHost(define, { frameworks: [framework], targets: loopbackTargets, ...product });
}
