import { err, ok, type Result } from 'neverthrow';
import {
  checkGuessBudget,
  checkRefusalBudget,
  destinationLimits,
  reserveSend,
  withoutOwnCooldown,
  type GuessBudgetSpent,
  type SendBudgetSpent,
  type SendCoolingDown,
} from './budgets.js';
import type { FactorRecord } from '../factor-record.js';
import { pendingCode } from './code-state.js';
import type { CodeLimits } from './limits.js';
import type { NewCode } from './new-code.js';

/** The reasons why no code may be sent now; each is temporary. */
export type SendRefused = GuessBudgetSpent | SendCoolingDown | SendBudgetSpent;

/**
 * Makes a new code the only live code of the record and reserves its send. An older code is destroyed, but the
 * wrong guesses at it stay counted, so a new request gives no new guesses.
 */
export function issueCode(
  record: FactorRecord,
  fresh: NewCode,
  now: Date,
  limits: CodeLimits,
): Result<FactorRecord, SendRefused> {
  const guesses = checkGuessBudget(record.wrongGuesses, now, limits);
  const sends = reserveSend(record.sends, now, limits);
  const refusals = checkRefusalBudget(record.refusals, now, limits);
  const ledger = withoutOwnCooldown(record.destinationSends, record.sends);
  const destinationSends = reserveSend(ledger, now, destinationLimits(fresh.share, limits));
  if (guesses.isErr() || sends.isErr() || refusals.isErr() || destinationSends.isErr()) {
    return err(firstRefusal([guesses, sends, refusals, destinationSends]));
  }
  return ok({
    ...record,
    sends: sends.value,
    destinationSends: destinationSends.value,
    state: pendingCode(
      record.state,
      {
        codeId: fresh.context.codeId,
        destination: fresh.sentTo,
        verifier: fresh.verifier,
        counted: fresh.counted,
      },
      now,
      limits.lifetimeMs,
    ),
  });
}

/** Returns the first refusal, with the time after which every limit allows a send. */
function firstRefusal(results: readonly Result<unknown, SendRefused>[]): SendRefused {
  const refusals = results.flatMap((result) => (result.isErr() ? [result.error] : []));
  return refusals.reduce((first, { retryAfterMs }) => ({
    ...first,
    retryAfterMs: Math.max(first.retryAfterMs, retryAfterMs),
  }));
}
