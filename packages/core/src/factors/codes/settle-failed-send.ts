import { addRefusal, checkRefusalBudget, endCooldown, removeSend } from './budgets.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeLimits } from './limits.js';

/** A send that failed: `refused` was certainly not sent, `unknown` may have been. */
export interface FailedSend {
  readonly reservedAt: Date;
  readonly failure: 'refused' | 'unknown';
}

/** A record after a failed send. */
export interface SettledSend {
  readonly record: FactorRecord;
  /** Whether the budgets got the send back. */
  readonly givenBack: boolean;
}

/**
 * Settles a send that failed, so that asking again works at once. A send that certainly failed is given back to the
 * budgets and counted as a refusal; beyond `refusalsPerHour` (10 by default) it counts like any other send. One
 * that may have gone out stays counted and only its cool-down ends.
 */
export function settleFailedSend(
  record: FactorRecord,
  { reservedAt, failure }: FailedSend,
  now: Date,
  limits: CodeLimits,
): SettledSend {
  const { sends, destinationSends, refusals } = record;
  if (failure === 'unknown') {
    const ended = {
      sends: endCooldown(sends, reservedAt),
      destinationSends: endCooldown(destinationSends, reservedAt),
    };
    return { record: { ...record, ...ended }, givenBack: false };
  }
  if (checkRefusalBudget(refusals, now, limits).isErr()) return { record, givenBack: false };
  const givenBack = {
    sends: removeSend(sends, reservedAt),
    destinationSends: removeSend(destinationSends, reservedAt),
    refusals: addRefusal(refusals, now),
  };
  return { record: { ...record, ...givenBack }, givenBack: true };
}
