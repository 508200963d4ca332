import type { Challenge } from '@stepward/core';
import { EMPTY_SEND_LEDGER, type CodeSubject, type SendLedger } from '@stepward/core/adapter';
import {
  KEPT_FACTORS,
  NO_CODE,
  type Authenticators,
  type CodeState,
  type FactorRecord,
  type KeptFactor,
} from '@stepward/core/factors';
import {
  storedCounterKeys,
  storedDate,
  storedDateOrNull,
  storedJson,
  storedTimes,
} from '../connection/stored-values.js';

/** The `set` clause of an update that turns a pending code into its tombstone. Both arguments are expressions. */
export function endedCode(status: string, endedAt: string): string {
  return `status = ${status}, ended_at = ${endedAt}, code_id = null, destination = null,
    verifier = null, issued_at = null, expires_at = null,
    attempts_spent = null, guessed_wrong_at = null, counted = null`;
}

/**
 * The condition of the codes that `EndedCodes` names, of one identity; none where its time is null. The arguments are
 * expressions. It does not name the status, as the index by `expires_at` does: that one is over all tenants.
 */
export function isEnded(row: string, factor: string, at: string): string {
  return `${row}.ended_at is null and ${row}.expires_at > ${at}
    and (${factor} is null or (${row}.factor = ${factor} and ${row}.purpose <> 'phone'))`;
}

/** The `set` clause of an update that replaces a code under the same key. The row is an expression. */
export function replacedBy(row: string): string {
  return Object.keys(CODE_COLUMNS)
    .map((column) => `${column} = ${row}.${column}`)
    .join(', ');
}

/** The columns of a code beside its key, with their types. */
export const CODE_COLUMNS = {
  status: 'text',
  code_id: 'text',
  destination: 'text',
  verifier: 'text',
  issued_at: 'timestamptz',
  expires_at: 'timestamptz',
  attempts_spent: 'integer',
  guessed_wrong_at: 'timestamptz[]',
  counted: 'jsonb',
  ended_at: 'timestamptz',
} as const satisfies Readonly<Record<keyof CodeStateRow, string>>;

/** As in a key: '' for a code without a session. */
export function sessionOf(subject: CodeSubject): string {
  return subject.purpose === 'step_up' ? subject.sessionId : '';
}

/** The owner of a row of `ledgers`. Identities and destinations share the table, but never a name. */
export const identitySubject = (identityId: string): string => `identity:${identityId}`;

/** @param destinationKey the keyed hash of the destination: the table contains no addresses */
export const destinationSubject = (destinationKey: string): string =>
  `destination:${destinationKey}`;

/**
 * The version that a new ledger begins with, as an expression. A purge may have deleted one of the same subject, and no decision
 * that was based on that one may be stored.
 */
export const FIRST_VERSION = '(extract(epoch from clock_timestamp()) * 1000000)::bigint';

/**
 * The last use of a ledger that is written and counts nothing, as an expression. A purge deletes a ledger a day after its last use, so it
 * stays for five minutes: a decision that was based on the state before finds another version, and not none.
 */
export const JUST_WRITTEN = `(clock_timestamp() - interval '23 hours 55 minutes')`;

/**
 * Raises the version of a ledger, so no decision based on the previous state is stored. The arguments are
 * expressions.
 */
export function raiseVersion(schema: string, tenantId: string, subject: string): string {
  return `insert into ${schema}.ledgers as stored (tenant_id, subject, last_used_at, version)
    values (${tenantId}, ${subject}, ${JUST_WRITTEN}, ${FIRST_VERSION})
    on conflict (tenant_id, subject) do update
    set version = stored.version + 1, last_used_at = greatest(stored.last_used_at, ${JUST_WRITTEN})`;
}

/** The authenticators of an identity as one value of JSON, in any order. Tenant and identity are expressions. */
export function authenticatorsOf(schema: string, tenantId: string, identityId: string): string {
  return `(select json_agg(json_build_object('authenticator_id', authenticator_id, 'factor', factor, 'name', name,
      'enrolled_at', enrolled_at, 'last_used_at', last_used_at, 'verifier', verifier, 'wrong_in_a_row', wrong_in_a_row))
    from ${schema}.authenticators where tenant_id = ${tenantId} and identity_id = ${identityId})`;
}

/** Their values. */
export interface CodeStateRow {
  readonly status: string;
  readonly code_id: string;
  readonly destination: string | null;
  readonly verifier: string;
  readonly issued_at: unknown;
  readonly expires_at: unknown;
  readonly attempts_spent: number;
  readonly guessed_wrong_at: readonly unknown[];
  readonly counted: unknown;
  readonly ended_at: unknown;
}

/** A code for step-up, with the part of its key that its session does not determine. */
export interface ChallengeRow extends CodeStateRow {
  readonly identity_id: string;
  readonly factor: string;
}

/** The budgets of an identity, or of a destination. */
export interface LedgerRow {
  readonly sent_at: readonly unknown[];
  readonly cooldown_started_at: unknown;
  readonly wrong_guesses: readonly unknown[];
  readonly refused_at: readonly unknown[];
  readonly started_at: readonly unknown[];
  readonly version: number;
}

/** The rows of a record; null for one that is not stored, or was not read. */
export interface RecordRows {
  /** The result of `authenticatorsOf`. */
  readonly authenticators: unknown;
  readonly code: CodeStateRow | null;
  readonly ledger: LedgerRow | null;
  readonly destination: LedgerRow | null;
}

export function storedFactorRecord({
  authenticators,
  code,
  ledger,
  destination,
}: RecordRows): FactorRecord {
  return {
    authenticators: storedAuthenticators(authenticators),
    state: code === null ? NO_CODE : storedCodeState(code),
    sends: storedSends(ledger),
    wrongGuesses: (ledger?.wrong_guesses ?? []).map(storedDate),
    refusals: (ledger?.refused_at ?? []).map(storedDate),
    starts: (ledger?.started_at ?? []).map(storedDate),
    destinationSends: storedSends(destination),
  };
}

export function storedChallenge(row: ChallengeRow): Challenge {
  return {
    identityId: row.identity_id,
    factor: storedFactorName(row.factor),
    state: storedCodeState(row),
  };
}

/** The columns of a code in that state: a tombstone holds nothing of its code. Null if no code is stored. */
export function codeStateRow(state: CodeState): Partial<CodeStateRow> | null {
  switch (state.status) {
    case 'none':
      return null;
    case 'pending':
      return {
        status: state.status,
        code_id: state.codeId,
        destination: state.destination,
        verifier: state.verifier,
        issued_at: state.issuedAt,
        expires_at: state.expiresAt,
        attempts_spent: state.attemptsSpent,
        guessed_wrong_at: storedTimes(state.wrongGuesses),
        counted: JSON.stringify(state.counted),
      };
    case 'expired':
    case 'exhausted':
    case 'void':
    case 'withdrawn':
      return { status: state.status, ended_at: state.endedAt };
  }
}

/** When one of these budgets was last used; null where none was. Entries older than a day no longer count, and are purged. */
export function lastUse(...uses: readonly (readonly Date[])[]): string | null {
  const latest = Math.max(...uses.flat().map((use) => use.getTime()));
  return latest === -Infinity ? null : new Date(latest).toISOString();
}

/**
 * The oldest first.
 *
 * @throws TypeError where a factor is one that this version does not know: its owner would count as having fewer.
 */
function storedAuthenticators(stored: unknown): Authenticators {
  const rows = (storedJson(stored) ?? []) as readonly AuthenticatorRow[];
  return rows
    .map((row) => ({
      id: row.authenticator_id,
      factor: storedFactorName(row.factor),
      name: row.name,
      enrolledAt: storedDate(row.enrolled_at),
      lastUsedAt: storedDateOrNull(row.last_used_at),
      verifier: row.verifier,
      wrongInARow: row.wrong_in_a_row,
    }))
    .toSorted((one, other) => one.enrolledAt.getTime() - other.enrolledAt.getTime());
}

interface AuthenticatorRow {
  readonly authenticator_id: string;
  readonly factor: string;
  readonly name: string | null;
  readonly enrolled_at: unknown;
  readonly last_used_at: unknown;
  readonly verifier: string | null;
  readonly wrong_in_a_row: number;
}

/** @throws TypeError where this version does not know it. */
export function storedFactorName(name: string): KeptFactor {
  const known = KEPT_FACTORS.find((kept) => kept === name);
  if (known === undefined) throw new TypeError('a stored factor has an unknown name');
  return known;
}

/** @throws TypeError where the status is one that this version does not know: it cannot be judged. */
function storedCodeState(row: CodeStateRow): CodeState {
  switch (row.status) {
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
        counted: storedCounterKeys(row.counted),
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

function storedSends(row: LedgerRow | null): SendLedger {
  if (row === null) return EMPTY_SEND_LEDGER;
  return {
    sentAt: row.sent_at.map(storedDate),
    cooldownStartedAt: storedDateOrNull(row.cooldown_started_at),
  };
}
