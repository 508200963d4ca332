import { isCurrent, recordOutcome, type BreakerState } from './circuit-breaker.js';

/** The circuit breakers of one worker, one for each subscriber that failed lately. */
export interface Breakers {
  /** Counts an attempt, and returns until when the subscriber is to be paused; null where it goes on. */
  record(
    subscriber: { readonly tenantId: string; readonly subscriberId: string },
    hasFailed: boolean,
    now: Date,
  ): Date | null;
}

export function createBreakers(): Breakers {
  /** The one that was counted last comes last. */
  const states = new Map<string, BreakerState>();

  function forgetOld(now: Date): void {
    for (const [key, state] of states) {
      if (isCurrent(state, now)) return;
      states.delete(key);
    }
  }

  return {
    record({ tenantId, subscriberId }, hasFailed, now) {
      const key = `${tenantId} ${subscriberId}`;
      const { state, pauseUntil } = recordOutcome(states.get(key) ?? null, hasFailed, now);
      states.delete(key);
      if (state !== null) states.set(key, state);
      forgetOld(now);
      return pauseUntil;
    },
  };
}
