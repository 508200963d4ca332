import { EMPTY_SEND_LEDGER, type SendLedger } from '@stepward/core/adapter';
import { NO_CODE, type CodeRecord, type CodeState } from '@stepward/core/factors';
import { storedDate, storedDateOrNull, storedPhone } from './stored-values.js';

/** A stored code: the columns that every table of codes has. Where there is none, all of them are null. */
export interface CodeStateRow {
  readonly status: string | null;
  readonly code_id: string;
  readonly phone: unknown;
  readonly digest_key_id: string;
  readonly digest: string;
  readonly issued_at: unknown;
  readonly expires_at: unknown;
  readonly attempts_spent: number;
  readonly guessed_wrong_at: readonly unknown[];
  readonly ended_at: unknown;
}

/** Those columns for a select list, each after `prefix`. */
export function codeStateColumns(prefix = ''): string {
  return [
    ...['status', 'code_id', 'phone', 'digest_key_id', 'digest'],
    ...['issued_at', 'expires_at', 'attempts_spent', 'guessed_wrong_at', 'ended_at'],
  ]
    .map((column) => prefix + column)
    .join(', ');
}

/** What turns a pending code into its tombstone, for the `set` of an update. Both are expressions. */
export function endedCode(status: string, endedAt: string): string {
  return `status = ${status}, ended_at = ${endedAt}, code_id = null, phone = null,
    digest_key_id = null, digest = null, issued_at = null, expires_at = null,
    attempts_spent = null, guessed_wrong_at = null`;
}

/** What `read-code.ts` selects. A part that is not stored has null in all its columns. */
export interface CodeRow extends CodeStateRow {
  readonly enrolled_at: unknown;
  readonly sent_at: readonly unknown[] | null;
  readonly cooldown_started_at: unknown;
  readonly wrong_guesses: readonly unknown[] | null;
  readonly refused_at: readonly unknown[] | null;
  /** These two are there only where a phone's ledger was read. */
  readonly phone_sent_at?: readonly unknown[];
  readonly phone_cooldown_started_at?: unknown;
}

export function storedCodeRecord(row: CodeRow): CodeRecord {
  return {
    enrolledAt: storedDateOrNull(row.enrolled_at),
    state: storedCodeState(row),
    sends: storedLedger(row.sent_at, row.cooldown_started_at),
    wrongGuesses: (row.wrong_guesses ?? []).map(storedDate),
    refusals: (row.refused_at ?? []).map(storedDate),
    phoneSends: storedLedger(row.phone_sent_at ?? null, row.phone_cooldown_started_at),
  };
}

/** @throws TypeError where the status is one that this version does not know: it cannot be judged. */
export function storedCodeState(row: CodeStateRow): CodeState {
  switch (row.status) {
    case null:
      return NO_CODE;
    case 'pending':
      return {
        status: row.status,
        codeId: row.code_id,
        phone: storedPhone(row.phone),
        digest: { keyId: row.digest_key_id, hmac: row.digest },
        issuedAt: storedDate(row.issued_at),
        expiresAt: storedDate(row.expires_at),
        attemptsSpent: row.attempts_spent,
        wrongGuesses: row.guessed_wrong_at.map(storedDate),
      };
    case 'expired':
    case 'exhausted':
    case 'void':
    case 'withdrawn':
      return { status: row.status, endedAt: storedDate(row.ended_at) };
    default:
      throw new TypeError('a stored code has an unknown status');
  }
}

function storedLedger(sentAt: readonly unknown[] | null, cooldownStartedAt: unknown): SendLedger {
  if (sentAt === null) return EMPTY_SEND_LEDGER;
  return { sentAt: sentAt.map(storedDate), cooldownStartedAt: storedDateOrNull(cooldownStartedAt) };
}
