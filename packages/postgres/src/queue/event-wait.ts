import type { Clock } from '@stepward/core';
import type { Listener } from '../connection/listener.js';
import { shardKey } from './news.js';

/** Waits for the events of shards: see `shardKey`. */
export interface EventWait {
  /** Waits for the events of these shards from now on, and no longer for those of others. */
  watch(shards: readonly number[]): void;
  /** An event of that shard was announced. */
  hear(shard: number): void;
}

export interface EventWaitOptions {
  readonly schemaName: string;
  /** Holds the locks. */
  readonly listener: Pick<Listener, 'query'>;
  readonly clock: Pick<Clock, 'timeout'>;
  /** Called when an event of the shards may have been committed. */
  readonly onEvent: () => void;
}

/** Two events within so many milliseconds are many; and while it does not wait, it looks so often. */
const TICK_MS = 20;

/** Looks before it waits again. */
const TICKS = 5;

/** Milliseconds between two looks at most, while a transaction that is under way keeps it from waiting. */
const MAX_PAUSE_MS = 250;

const TRY_LOCKS =
  'select shard from unnest($1::integer[]) as shard where pg_try_advisory_lock($2::bigint + shard)';

interface LockedRow {
  readonly shard: number;
}

/**
 * Holds the locks of its shards, so their events are announced. When events come often, it releases the locks for a while, and
 * looks every 20 ms: then commits do not wait for each other.
 */
export function createEventWait(options: EventWaitOptions): EventWait {
  const { listener, clock, onEvent } = options;
  const firstKey = String(shardKey(options.schemaName, 0));
  let shards: readonly number[] = [];
  let isResting = false;
  let wasRecent = false;
  /** Grows with each beginning, which ends the one before. */
  let current = 0;

  async function begin(ticks: number): Promise<void> {
    const own = (current += 1);
    isResting = ticks > 0;
    await listener.query({ text: 'select pg_advisory_unlock_all()' });
    if (own !== current) return;
    for (let tick = 0; tick < ticks; tick += 1) {
      await elapsed(clock, TICK_MS);
      if (own !== current) return;
      onEvent();
    }
    isResting = false;
    await lockAll(own);
  }

  /** Each time that it has taken locks, it looks once more. */
  async function lockAll(own: number): Promise<void> {
    let missing = shards;
    let pause = TICK_MS;
    while (own === current && missing.length > 0) {
      const rows = await listener.query({ text: TRY_LOCKS, values: [missing, firstKey] });
      if (rows === null) return;
      const taken = new Set((rows as readonly LockedRow[]).map(({ shard }) => shard));
      missing = missing.filter((shard) => !taken.has(shard));
      onEvent();
      if (missing.length > 0) await elapsed(clock, pause);
      pause = Math.min(2 * pause, MAX_PAUSE_MS);
    }
  }

  return {
    watch(watched) {
      if (watched.length === shards.length && watched.every((shard) => shards.includes(shard)))
        return;
      shards = watched;
      void begin(0);
    },
    hear(shard) {
      if (!shards.includes(shard)) return;
      onEvent();
      if (isResting) return;
      if (wasRecent) {
        void begin(TICKS);
        return;
      }
      wasRecent = true;
      void elapsed(clock, TICK_MS).then(() => {
        wasRecent = false;
      });
    },
  };
}

function elapsed(clock: Pick<Clock, 'timeout'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.timeout(ms).addEventListener('abort', () => resolve(), { once: true });
  });
}
