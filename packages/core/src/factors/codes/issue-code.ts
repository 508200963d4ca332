import { err, ok, type Result } from 'neverthrow';
import { addMs } from '../../shared/duration.js';
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
import { settle, type PendingCode } from './code-state.js';
import type { CodeLimits } from './limits.js';
import type { NewCode } from './new-code.js';

/** Why no code may be sent now; each passes with time. */
export type SendRefused = GuessBudgetSpent | SendCoolingDown | SendBudgetSpent;

/**
 * Makes a new code the one live code of the record and reserves its send. An older code dies with
 * it, but the wrong guesses at it stay counted: asking again buys no guesses.
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
    state: pendingCode(record, fresh, now, limits),
  });
}

/** The first refusal, with the time after which every limit allows a send. */
function firstRefusal(results: readonly Result<unknown, SendRefused>[]): SendRefused {
  const refusals = results.flatMap((result) => (result.isErr() ? [result.error] : []));
  return refusals.reduce((first, { retryAfterMs }) => ({
    ...first,
    retryAfterMs: Math.max(first.retryAfterMs, retryAfterMs),
  }));
}

function pendingCode(
  record: FactorRecord,
  { context, verifier }: NewCode,
  now: Date,
  limits: CodeLimits,
): PendingCode {
  const current = settle(record.state, now);
  return {
    status: 'pending',
    codeId: context.codeId,
    destination: context.destination,
    verifier,
    issuedAt: now,
    expiresAt: addMs(now, limits.lifetimeMs),
    wrongGuesses: [],
    attemptsSpent: current.status === 'pending' ? current.attemptsSpent : 0,
  };
}
