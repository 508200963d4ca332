import type { Clock } from '@stepward/core';
import type { Dispatcher } from 'undici';
import { ConnectFailure } from './pinned-connector.js';

/** Milliseconds for which a name keeps the addresses that were vetted, and its connections. */
export const POOL_LIFETIME_MS = 60_000;

/** The part of an undici pool that is used. */
export interface Connections extends Pick<Dispatcher, 'request'> {
  /** Waits for the requests under way. */
  close(): Promise<void>;
  /** Ends them. */
  destroy(): Promise<void>;
}

/** What connections are for. No two tenants share any, so that none can take up another's. */
export interface PoolKey {
  readonly tenantId: string;
  readonly origin: string;
}

export interface ConnectionPoolsOptions {
  readonly clock: Clock;
  /**
   * Origins that have connections at the same time, counted once for each tenant. When there are too many,
   * the tenant with the most loses those to the origin that it used longest ago.
   */
  readonly maxOrigins: number;
  /** Opens connections to these addresses and to no others. */
  open(origin: string, addresses: readonly string[]): Connections;
}

/** Connections by tenant and origin, each with the addresses that it is pinned to. */
export interface ConnectionPools {
  /** The connections to an origin whose addresses were vetted within the lifetime. */
  find(key: PoolKey): Connections | null;
  /** Returns the connections to exactly these vetted addresses, opened if there are none. */
  open(key: PoolKey, addresses: readonly string[]): Connections;
  /** Forgets the addresses of an origin, so that it is resolved again. Requests under way are completed. */
  retire(key: PoolKey): void;
  /** Retires all and opens no more; once `settled`, gives up whatever is left, such as a dial. */
  close(settled: Promise<unknown>): Promise<void>;
}

interface Entry {
  readonly tenantId: string;
  readonly connections: Connections;
  readonly addresses: string;
  readonly openedAt: Date;
}

export function createConnectionPools(options: ConnectionPoolsOptions): ConnectionPools {
  const { clock, maxOrigins } = options;
  /** From the one used longest ago to the latest. */
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
    open(key, vetted) {
      if (isClosed) throw new ConnectFailure('connection_failed');
      const name = nameOf(key);
      const addresses = [...vetted].sort().join(' ');
      // Another attempt may have resolved the same name in the meantime.
      const entry = entries.get(name);
      if (entry?.addresses === addresses) return keep(name, entry);
      retire(name);
      const { tenantId } = key;
      const connections = options.open(key.origin, vetted);
      return keep(name, { tenantId, connections, addresses, openedAt: clock.now() });
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

/** An origin has no space in it, so no two keys have one name. */
function nameOf({ tenantId, origin }: PoolKey): string {
  return `${origin} ${tenantId}`;
}

/** The first entry of the tenant that has the most; of two with as many, of the one that comes first. */
function leastNeeded(entries: ReadonlyMap<string, Entry>): string {
  const byTenant = new Map<string, string[]>();
  for (const [name, { tenantId }] of entries) {
    byTenant.set(tenantId, [...(byTenant.get(tenantId) ?? []), name]);
  }
  const [most] = [...byTenant.values()].toSorted((left, right) => right.length - left.length);
  return most?.[0] ?? '';
}
