import type { Clock } from '@stepward/core';
import type { Dispatcher } from 'undici';
import type { Identity } from './client-certificates.js';
import { ConnectFailure } from './pinned-connector.js';

/** Milliseconds for which a name keeps the addresses that were vetted, and the connections to them. */
const POOL_LIFETIME_MS = 60_000;

/** The part of an undici pool that is used. */
export interface Connections {
  request(request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Waits for the requests in progress. */
  close(): Promise<void>;
  /** Ends them. */
  destroy(): Promise<void>;
}

/**
 * The tenant and origin of connections, and what they present. Tenants share none, so no tenant can use up another's, and none
 * that presents a certificate carries a request that names another one or none.
 */
export interface PoolKey {
  readonly tenantId: string;
  readonly origin: string;
  /** The name of the client certificate; none by default. */
  readonly certificate?: string | null;
}

export interface ConnectionPoolsOptions {
  readonly clock: Clock;
  /**
   * Origins that have connections at the same time, counted once for each tenant. When there are too many, the tenant
   * with the most loses those of its least recently used origin.
   */
  readonly maxOrigins: number;
  /** Opens connections to these addresses and to no others. */
  open(origin: string, addresses: readonly string[], identity: Identity | null): Connections;
}

/** Connections by tenant and origin, each with the addresses that it is pinned to. */
export interface ConnectionPools {
  /** The connections to an origin, if its addresses were vetted within the lifetime. */
  find(key: PoolKey): Connections | null;
  /** Returns the connections to exactly these vetted addresses that present this certificate, opened if there are none. */
  open(key: PoolKey, addresses: readonly string[], identity?: Identity | null): Connections;
  /** Drops the addresses of an origin, so it is resolved again. Requests in progress are completed. */
  retire(key: PoolKey): void;
  /** Retires all connections and opens no more; once `settled`, aborts what is left, such as a dial. */
  close(settled: Promise<unknown>): Promise<void>;
}

interface Entry {
  readonly tenantId: string;
  readonly connections: Connections;
  /** The addresses, and the certificate that is presented. */
  readonly pins: string;
  readonly openedAt: Date;
}

export function createConnectionPools(options: ConnectionPoolsOptions): ConnectionPools {
  const { clock, maxOrigins } = options;
  /** From the least to the most recently used. */
  const entries = new Map<string, Entry>();
  const closing = new Set<Connections>();
  let isClosed = false;

  function retire(name: string): void {
    const entry = entries.get(name);
    if (entry === undefined) return;
    entries.delete(name);
    const { connections } = entry;
    const forget = () => closing.delete(connections);
    closing.add(connections);
    connections.close().then(forget, forget);
  }

  function retireExpired(): void {
    const now = clock.now().getTime();
    for (const [name, { openedAt }] of entries) {
      if (now - openedAt.getTime() >= POOL_LIFETIME_MS) retire(name);
    }
  }

  function keep(name: string, entry: Entry): Connections {
    entries.delete(name);
    entries.set(name, entry);
    while (entries.size > maxOrigins) retire(leastNeeded(entries));
    return entry.connections;
  }

  return {
    find(key) {
      retireExpired();
      const entry = entries.get(nameOf(key));
      return entry === undefined ? null : keep(nameOf(key), entry);
    },
    open(key, vetted, identity = null) {
      if (isClosed) throw new ConnectFailure('connection_failed');
      const name = nameOf(key);
      const pins = [...[...vetted].sort(), identity?.fingerprint ?? ''].join(' ');
      // Another attempt may have resolved the same name in the meantime.
      const entry = entries.get(name);
      if (entry?.pins === pins) return keep(name, entry);
      retire(name);
      const { tenantId } = key;
      const connections = options.open(key.origin, vetted, identity);
      return keep(name, { tenantId, connections, pins, openedAt: clock.now() });
    },
    retire: (key) => retire(nameOf(key)),
    async close(settled) {
      isClosed = true;
      for (const name of [...entries.keys()]) retire(name);
      await settled;
      await Promise.allSettled([...closing].map((connections) => connections.destroy()));
    },
  };
}

function nameOf({ tenantId, origin, certificate = null }: PoolKey): string {
  return JSON.stringify([origin, tenantId, certificate]);
}

/** The first entry of the tenant with the most entries; of equals, of the first tenant. */
function leastNeeded(entries: ReadonlyMap<string, Entry>): string {
  const byTenant = new Map<string, { readonly first: string; count: number }>();
  for (const [first, { tenantId }] of entries) {
    const known = byTenant.get(tenantId);
    if (known === undefined) byTenant.set(tenantId, { first, count: 1 });
    else known.count += 1;
  }
  let most = { first: '', count: 0 };
  for (const tenant of byTenant.values()) if (tenant.count > most.count) most = tenant;
  return most.first;
}
