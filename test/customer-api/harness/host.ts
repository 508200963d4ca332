import { systemCaller } from '@stepward/core';
import { onEveryServer, type Product, type Server } from '../../harness/every-host.js';
import type { World } from '../../harness/world.js';
import { openTenant, type Tenant } from './tenant.js';

const MINUTE = 60_000;

/** A running server of one framework over one storage. Tests share it, each with another tenant. */
export interface Host extends World, Server {
  /** A new tenant and a management key of it that may do everything. */
  tenant(): Promise<Tenant>;
  /** Switches a tenant's HIPAA mode, which is the host's to do: no operation does. */
  hipaa(tenant: Tenant, enabled: boolean): Promise<void>;
  /** Lets minutes pass. */
  pass(minutes: number): void;
  /** All secrets that this host has shown. */
  readonly secrets: readonly string[];
  /** Every tenant that was opened on this host. */
  readonly tenants: readonly Tenant[];
}

/** Defines the same tests for every framework over every storage. */
export function onEveryHost(define: (host: Host) => void, product: Product = {}): void {
  onEveryServer((world, server) => {
    define(hostOf(world, server));
  }, product);
}

let count = 0;

function hostOf(world: World, server: Server): Host {
  const secrets: string[] = [];
  const tenants: Tenant[] = [];
  return {
    ...world,
    framework: server.framework,
    get port() {
      return server.port;
    },
    get origin() {
      return server.origin;
    },
    secrets,
    tenants,
    async tenant() {
      count += 1;
      const tenant = await openTenant({ world, server, secrets }, `tenant-${String(count)}`);
      tenants.push(tenant);
      return tenant;
    },
    async hipaa({ tenantId }, enabled) {
      const { tenants } = world.stepward;
      const switched = await tenants.setHipaa(systemCaller(tenantId), enabled, 'a covered entity');
      switched._unsafeUnwrap();
    },
    pass: (minutes) => world.clock.advance(minutes * MINUTE),
  };
}
