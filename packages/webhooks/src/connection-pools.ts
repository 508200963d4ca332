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

export interface ConnectionPoolsOptions {
  readonly clock: Clock;
  /** Origins that have connections at the same time; the one used longest ago goes first. */
  readonly maxOrigins: number;
  /** Opens connections to these addresses and to no others. */
  open(origin: string, addresses: readonly string[]): Connections;
}

/** Connections by origin, each with the addresses that it is pinned to. */
export interface ConnectionPools {
  /** The connections of an origin whose addresses were vetted within the lifetime. */
  find(origin: string): Connections | null;
  /** Those to just these vetted addresses, opened where there are none. */
  open(origin: string, addresses: readonly string[]): Connections;
  /** Forgets what an origin leads to, so that it is resolved anew. Requests under way end in peace. */
  retire(origin: string): void;
  /** Retires all and opens no more; once `settled`, gives up whatever is left, such as a dial. */
  close(settled: Promise<unknown>): Promise<void>;
}

interface Entry {
  readonly connections: Connections;
  readonly addresses: string;
  readonly bornAt: Date;
}

export function createConnectionPools(options: ConnectionPoolsOptions): ConnectionPools {
  const { clock, maxOrigins } = options;
  /** From the origin used longest ago to the latest. */
  const entries = new Map<string, Entry>();
  const closing = new Set<Connections>();
  let isClosed = false;

  function retire(origin: string): void {
    const entry = entries.get(origin);
    if (entry === undefined) return;
    entries.delete(origin);
    const { connections } = entry;
    const forget = () => closing.delete(connections);
    closing.add(connections);
    connections.close().then(forget, forget);
  }

  function retireExpired(): void {
    const now = clock.now().getTime();
    for (const [origin, { bornAt }] of entries) {
      if (now - bornAt.getTime() >= POOL_LIFETIME_MS) retire(origin);
    }
  }

  function keep(origin: string, entry: Entry): Connections {
    entries.delete(origin);
    entries.set(origin, entry);
    for (const oldest of [...entries.keys()].slice(0, -maxOrigins)) retire(oldest);
    return entry.connections;
  }

  return {
    find(origin) {
      retireExpired();
      const entry = entries.get(origin);
      return entry === undefined ? null : keep(origin, entry);
    },
    open(origin, vetted) {
      if (isClosed) throw new ConnectFailure('connection_failed');
      const addresses = [...vetted].sort().join(' ');
      // Another attempt may have resolved the same name in the meantime.
      const entry = entries.get(origin);
      if (entry?.addresses === addresses) return keep(origin, entry);
      retire(origin);
      const connections = options.open(origin, vetted);
      return keep(origin, { connections, addresses, bornAt: clock.now() });
    },
    retire,
    async close(settled) {
      isClosed = true;
      for (const origin of [...entries.keys()]) retire(origin);
      await settled;
      await Promise.allSettled([...closing].map((connections) => connections.destroy()));
    },
  };
}
