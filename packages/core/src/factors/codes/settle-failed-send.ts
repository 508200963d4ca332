import { addRefusal, checkRefusalBudget, endCooldown, removeSend } from './budgets.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeState } from './code-state.js';
import type { CodeLimits } from './limits.js';
import { countUnsent, withoutCounted, type CounterKey, type SendCount } from './send-counters.js';

/** A send that failed: `refused` was certainly not sent, `unknown` may have been. */
export interface FailedSend {
  readonly reservedAt: Date;
  readonly failure: 'refused' | 'unknown';
  /** The counters of the fraud guard that it raised. */
  readonly counted: readonly CounterKey[];
}

/** A record after a failed send. */
export interface SettledSend {
  readonly record: FactorRecord;
  /** Whether the budgets got the send back. */
  readonly givenBack: boolean;
  /** What the counters of the fraud guard got back. */
  readonly uncounted: readonly SendCount[];
}

/**
 * Settles a send that failed: asking again works at once. A send that certainly failed is given back to the
 * budgets and counted as a refusal; beyond `refusalsPerHour` (10 by default) it counts like any other send. One
 * that may have gone out stays counted and only its cool-down ends.
 */
export function settleFailedSend(
  record: FactorRecord,
  { reservedAt, failure, counted }: FailedSend,
  now: Date,
  limits: CodeLimits,
): SettledSend {
  const { sends, destinationSends, refusals } = record;
  if (failure === 'unknown') {
    const ended = {
      sends: endCooldown(sends, reservedAt),
      destinationSends: endCooldown(destinationSends, reservedAt),
    };
    return { record: { ...record, ...ended }, givenBack: false, uncounted: [] };
  }
  if (checkRefusalBudget(refusals, now, limits).isErr()) {
    return { record, givenBack: false, uncounted: [] };
  }
  const givenBack = {
    state: withoutSend(record.state, counted),
    sends: removeSend(sends, reservedAt),
    destinationSends: removeSend(destinationSends, reservedAt),
    refusals: addRefusal(refusals, now),
  };
  return { record: { ...record, ...givenBack }, givenBack: true, uncounted: countUnsent(counted) };
}

/** A code that is typed in later proves no message that was not sent. */
function withoutSend(state: CodeState, counted: readonly CounterKey[]): CodeState {
  return state.status === 'pending' && counted.length > 0
    ? { ...state, counted: withoutCounted(state.counted, counted) }
    : state;
}
