import { err, ok, type Result } from 'neverthrow';
import type { PhoneNumber } from '../identity/phone-number.js';
import { addMs } from '../shared/duration.js';
import type { Redacted } from '../shared/redacted.js';
import type { SmsSettings } from '../tenant/sms-settings.js';
import {
  checkGuessBudget,
  checkRefusalBudget,
  phoneLimits,
  reserveSend,
  withoutOwnCooldown,
  type GuessBudgetSpent,
  type SendBudgetSpent,
  type SendCoolingDown,
} from './budgets.js';
import type { CodeOwner } from './code-digest.js';
import type { CodeRecord } from './code-record.js';
import { settle, type PendingCode } from './code-state.js';
import type { CodeLimits } from './limits.js';
import type { NewCode } from './new-code.js';
import { renderSmsText } from './sms-text.js';

/** Why no code may be sent now; each passes with time. */
export type SendRefused = GuessBudgetSpent | SendCoolingDown | SendBudgetSpent;

/** The effect of issuing a code: one message, sent once the record that it names is committed. */
export type SendCode = CodeOwner & {
  readonly phone: PhoneNumber;
  readonly phoneKey: string;
  readonly text: Redacted<string>;
  /** The send's entry in the ledgers, so that a failure can give it back. */
  readonly reservedAt: Date;
};

/** A record with its new live code, and the message to send. */
export interface IssuedCode {
  readonly record: CodeRecord;
  readonly send: SendCode;
}

/**
 * Makes a new code the one live code of the record and reserves its send. An older code dies with
 * it, but the wrong guesses at it stay counted: asking again buys no guesses.
 */
export function issueCode(
  record: CodeRecord,
  fresh: NewCode,
  message: { readonly settings: SmsSettings; readonly locale: string | null },
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, SendRefused> {
  const guesses = checkGuessBudget(record.wrongGuesses, now, limits);
  const sends = reserveSend(record.sends, now, limits);
  const refusals = checkRefusalBudget(record.refusals, now, limits);
  const phoneLedger = withoutOwnCooldown(record.phoneSends, record.sends);
  const phoneSends = reserveSend(phoneLedger, now, phoneLimits(fresh.share, limits));
  if (guesses.isErr() || sends.isErr() || refusals.isErr() || phoneSends.isErr()) {
    return err(firstRefusal([guesses, sends, refusals, phoneSends]));
  }

  const { codeId, ...to } = fresh.context;
  const text = renderSmsText(message.settings, message.locale, fresh.code, limits.lifetimeMs);
  return ok({
    record: {
      ...record,
      sends: sends.value,
      phoneSends: phoneSends.value,
      state: pendingCode(record, fresh, now, limits),
    },
    send: { ...to, phoneKey: fresh.phoneKey, text, reservedAt: now },
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
  record: CodeRecord,
  { context, digest }: NewCode,
  now: Date,
  limits: CodeLimits,
): PendingCode {
  const current = settle(record.state, now);
  return {
    status: 'pending',
    codeId: context.codeId,
    phone: context.phone,
    digest,
    issuedAt: now,
    expiresAt: addMs(now, limits.lifetimeMs),
    wrongGuesses: [],
    attemptsSpent: current.status === 'pending' ? current.attemptsSpent : 0,
  };
}
