import { checkOptions, hasMethods, optional } from '@stepward/core/events';
import { systemClock, type Clock } from '../clock.js';
import type { DeduplicationStore } from './deduplication.js';

export interface MemoryDeduplicationOptions {
  readonly clock?: Clock;
}

interface Held {
  readonly claimId: string;
  readonly isDone: boolean;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Milliseconds between two sweeps: often enough to bound memory, and seldom enough to cost little. */
const SWEEP_INTERVAL_MS = 60_000;

/**
 * Remembers within this process: for tests, and for a service of one process that may handle an event
 * again after a restart.
 */
export function memoryDeduplication(options: MemoryDeduplicationOptions = {}): DeduplicationStore {
  checkOptions('memoryDeduplication', options, {
    clock: optional('a clock with a method now', hasMethods('now')),
  });
  const { clock = systemClock } = options;
  const held = new Map<string, Held>();
  let sweepAt = -Infinity;

  const sweep = (now: number): void => {
    if (now < sweepAt) return;
    sweepAt = now + SWEEP_INTERVAL_MS;
    for (const [key, { expiresAt }] of held) if (expiresAt <= now) held.delete(key);
  };

  return {
    async claim(key, claimId, leaseMs) {
      const now = clock.now().getTime();
      sweep(now);
      const other = held.get(key);
      if (other !== undefined && other.expiresAt > now) return other.isDone ? 'done' : 'busy';
      held.set(key, { claimId, isDone: false, expiresAt: now + leaseMs });
      return 'claimed';
    },
    async confirm(key, claimId, ttlMs) {
      if (held.get(key)?.claimId !== claimId) return false;
      held.set(key, { claimId, isDone: true, expiresAt: clock.now().getTime() + ttlMs });
      return true;
    },
    async release(key, claimId) {
      const own = held.get(key);
      if (own?.claimId === claimId && !own.isDone) held.delete(key);
    },
  };
}
