import { EMPTY_SEND_LEDGER, type SendLedger } from '@stepward/core/adapter';
import {
  KEPT_FACTORS,
  NO_CODE,
  type CodeState,
  type EnrolledFactors,
  type FactorRecord,
  type KeptFactor,
} from '@stepward/core/factors';
import { storedDate, storedDateOrNull, storedJson } from './stored-values.js';

/** A stored code. Where there is none, all of its columns are null. */
export interface CodeStateRow {
  readonly status: string | null;
  readonly code_id: string;
  readonly destination: string;
  readonly verifier: string;
  readonly issued_at: unknown;
  readonly expires_at: unknown;
  readonly attempts_spent: number;
  readonly guessed_wrong_at: readonly unknown[];
  readonly ended_at: unknown;
}

/** Those columns for a select list, each after `prefix`. */
export function codeStateColumns(prefix = ''): string {
  return [
    ...['status', 'code_id', 'destination', 'verifier'],
    ...['issued_at', 'expires_at', 'attempts_spent', 'guessed_wrong_at', 'ended_at'],
  ]
    .map((column) => prefix + column)
    .join(', ');
}

/** What turns a pending code into its tombstone, for the `set` of an update. Both are expressions. */
export function endedCode(status: string, endedAt: string): string {
  return `status = ${status}, ended_at = ${endedAt}, code_id = null, destination = null,
    verifier = null, issued_at = null, expires_at = null,
    attempts_spent = null, guessed_wrong_at = null`;
}

/** What `read-code.ts` selects. A part that is not stored has null in all its columns. */
export interface CodeRow extends CodeStateRow {
  readonly factors: unknown;
  readonly sent_at: readonly unknown[] | null;
  readonly cooldown_started_at: unknown;
  readonly wrong_guesses: readonly unknown[] | null;
  readonly refused_at: readonly unknown[] | null;
  /** These two are there only where a destination's ledger was read. */
  readonly destination_sent_at?: readonly unknown[];
  readonly destination_cooldown_started_at?: unknown;
}

export function storedFactorRecord(row: CodeRow): FactorRecord {
  return {
    factors: storedFactors(row.factors),
    state: storedCodeState(row),
    sends: storedLedger(row.sent_at, row.cooldown_started_at),
    wrongGuesses: (row.wrong_guesses ?? []).map(storedDate),
    refusals: (row.refused_at ?? []).map(storedDate),
    destinationSends: storedLedger(
      row.destination_sent_at ?? null,
      row.destination_cooldown_started_at,
    ),
  };
}

/** The factors of an identity as one value of JSON, by name. Tenant and identity are expressions. */
export function factorsOf(schema: string, tenantId: string, identityId: string): string {
  return `(select json_object_agg(factor, json_build_object('enrolledAt', enrolled_at, 'verifier', verifier))
    from ${schema}.factors where tenant_id = ${tenantId} and identity_id = ${identityId})`;
}

/** @throws TypeError where a factor is one that this version does not know: its owner would count as having fewer. */
export function storedFactors(stored: unknown): EnrolledFactors {
  const factors = (storedJson(stored) ?? {}) as Readonly<Record<string, StoredFactor>>;
  return Object.fromEntries(
    Object.entries(factors).map(([name, { enrolledAt, verifier }]) => {
      return [storedFactorName(name), { enrolledAt: storedDate(enrolledAt), verifier }];
    }),
  );
}

/** @throws TypeError where this version does not know it. */
export function storedFactorName(name: string): KeptFactor {
  const known = KEPT_FACTORS.find((kept) => kept === name);
  if (known === undefined) throw new TypeError('a stored factor has an unknown name');
  return known;
}

interface StoredFactor {
  readonly enrolledAt: unknown;
  readonly verifier: string | null;
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
        destination: row.destination,
        verifier: row.verifier,
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

export function storedLedger(
  sentAt: readonly unknown[] | null,
  cooldownStartedAt: unknown,
): SendLedger {
  if (sentAt === null) return EMPTY_SEND_LEDGER;
  return { sentAt: sentAt.map(storedDate), cooldownStartedAt: storedDateOrNull(cooldownStartedAt) };
}
