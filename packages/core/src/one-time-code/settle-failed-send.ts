import { addRefusal, checkRefusalBudget, endCooldown, removeSend } from './budgets.js';
import type { CodeRecord } from './code-record.js';
import type { CodeLimits } from './limits.js';

/** A send that failed: `refused` surely did not go out, `unknown` may have. */
export interface FailedSend {
  readonly reservedAt: Date;
  readonly failure: 'refused' | 'unknown';
}

/** A record after a failed send. */
export interface SettledSend {
  readonly record: CodeRecord;
  /** Whether the budgets got the send back. */
  readonly givenBack: boolean;
}

/**
 * Settles a send that failed, so that asking again works at once. One that surely did not go out is given back
 * to the budgets and counted as a refusal; beyond `refusalsPerHour` (10 by default) it counts like any other
 * send. One that may have gone out stays counted and only its cool-down ends.
 */
export function settleFailedSend(
  record: CodeRecord,
  { reservedAt, failure }: FailedSend,
  now: Date,
  limits: CodeLimits,
): SettledSend {
  const { sends, phoneSends, refusals } = record;
  if (failure === 'unknown') {
    const ended = {
      sends: endCooldown(sends, reservedAt),
      phoneSends: endCooldown(phoneSends, reservedAt),
    };
    return { record: { ...record, ...ended }, givenBack: false };
  }
  if (checkRefusalBudget(refusals, now, limits).isErr()) return { record, givenBack: false };
  const givenBack = {
    sends: removeSend(sends, reservedAt),
    phoneSends: removeSend(phoneSends, reservedAt),
    refusals: addRefusal(refusals, now),
  };
  return { record: { ...record, ...givenBack }, givenBack: true };
}
