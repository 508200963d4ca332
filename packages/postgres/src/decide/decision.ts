import type {
  CodeSubject,
  CounterQuery,
  Decided,
  SendCounters,
  Trail,
} from '@stepward/core/adapter';
import { NO_SEND_COUNTERS } from '@stepward/core/adapter';
import { KEPT_FACTORS, type Challenge, type FactorRecord } from '@stepward/core/factors';
import { outboxRow } from '../outbox/append-event.js';
import { entryRow } from '../stores/authentication-store.js';
import {
  codeStateRow,
  storedChallenge,
  ledgerRow,
  type ChallengeRow,
  type CodeStateRow,
  type RecordRows,
} from '../stores/code-row.js';
import {
  counterQueriesValue,
  counterRows,
  storedSendCounters,
  type SendCountersRow,
} from '../stores/send-counters.js';
import type { IdentityRow } from '../stores/identity-store.js';
import { destinationSubject, identitySubject } from '../stores/ledger-subject.js';
import { statement, type Statement } from '../connection/statement.js';
import type { TenantRow } from '../stores/stored-tenant.js';
import { storedJson } from '../connection/stored-values.js';

/** Identifies a record over all tenants. */
export type RecordOwner = CodeSubject & {
  readonly tenantId: string;
  readonly identityId: string;
  /** Null if no destination's budget is used. */
  readonly destinationKey: string | null;
};

/** The result of `read_decision`. */
export interface FactsRow extends RecordRows {
  readonly identity: IdentityRow | null;
  readonly tenant: TenantRow | null;
  /** The challenge of the session, for any identity and factor. */
  readonly challenge: ChallengeRow | null;
  /** Null where none were asked for. */
  readonly counters: SendCountersRow | null;
}

/** Its parameters are those of `readValues`. */
export function readDecisionStatement(schema: string): Statement {
  return statement(
    'decision_read',
    `select ${schema}.read_decision($1, $2, $3, $4, $5, $6, $7) as facts`,
  );
}

/** Takes tenant and session. */
export function readChallengeStatement(schema: string): Statement {
  return statement('challenge_read', `select ${schema}.read_challenge($1, $2) as facts`);
}

/** The resulting challenge. */
export function challengeOf(row: unknown): Challenge | null {
  const stored = storedJson((row as { readonly facts: unknown }).facts) as ChallengeRow | null;
  return stored && storedChallenge(stored);
}

/** Takes tenant, identity, the change as JSON, and the guard's locks and wait, or null. */
export function writeDecisionStatement(schema: string): Statement {
  return statement('decision_write', `select ${schema}.write_decision($1, $2, $3, $4, $5)`);
}

/** With a `destinationKey` the ledger of the destination is read as well, and held until the transaction ends. */
export function readValues(owner: RecordOwner, counters?: readonly CounterQuery[]): unknown[] {
  const { tenantId, identityId, factor, purpose, destinationKey } = owner;
  const held = destinationKey === null ? null : destinationSubject(destinationKey);
  const queries = counterQueriesValue(counters);
  return [tenantId, identityId, factor, purpose, sessionOf(owner), held, queries];
}

/** As in a key: '' for a code without a session. */
export function sessionOf(subject: CodeSubject): string {
  return subject.purpose === 'step_up' ? subject.sessionId : '';
}

/** What was read of the counters. */
export function countersIn({ counters }: Pick<FactsRow, 'counters'>): SendCounters {
  return counters === null ? NO_SEND_COUNTERS : storedSendCounters(counters);
}

/** An empty trail. */
export const NO_TRAIL: Trail = { entries: [], events: [] };

/** The changes beyond the record. */
export type AlsoChanged = Pick<
  Decided<unknown, unknown>,
  'trail' | 'counted' | 'dailySend' | 'ended' | 'verifiedPhone'
>;

/** The versions that the ledgers must still have; null if their rows are locked. */
export interface LedgerVersions {
  readonly identity: number;
  readonly destination: number;
}

/**
 * Returns what `write_decision` stores: the parts of `after` that differ by reference from `before`, and the changes
 * beyond them. Null if nothing changes. Any change stores the identity's own ledger or at least raises its version,
 * which guards every decision about the identity.
 */
export function changeOf(
  owner: RecordOwner,
  before: FactorRecord,
  after: FactorRecord,
  { trail, counted, dailySend, ended, verifiedPhone }: AlsoChanged,
  versions: LedgerVersions | null,
): object | null {
  const own = ledgerKey(identitySubject(owner.identityId), versions?.identity);
  const usesOwn = OWN_BUDGETS.some((budget) => before[budget] !== after[budget]);
  const ledgers = [
    ...(usesOwn ? [{ ...own, ...ledgerRow(after) }] : []),
    ...destinationRows(owner, before, after, versions),
  ];
  const parts = {
    ledgers: ledgers.length > 0 ? ledgers : undefined,
    code: after.state === before.state ? undefined : codeRow(owner, after),
    ...changedFactors(before, after, versions !== null),
    daily_send: dailySend
      ? {
          day: dailySend.day,
          share: dailySend.share,
          add: dailySend.add,
          most: dailySend.bound?.most,
        }
      : undefined,
    ended: ended ? { factor: ended.factor, status: ended.end, at: ended.now } : undefined,
    phone: verifiedPhone === undefined ? undefined : { number: verifiedPhone },
    ...trailRows(owner.tenantId, trail),
    ...counterRows(counted),
  };
  if (Object.values(parts).every((part) => part === undefined)) return null;
  return usesOwn ? parts : { ...parts, raised: own };
}

/** A ledger and its new version. */
function ledgerKey(subject: string, readVersion = 0): object {
  return { subject, version: readVersion + 1 };
}

function destinationRows(
  { destinationKey }: RecordOwner,
  before: FactorRecord,
  { destinationSends: sends }: FactorRecord,
  versions: LedgerVersions | null,
): readonly object[] {
  if (destinationKey === null || sends === before.destinationSends) return [];
  const key = ledgerKey(destinationSubject(destinationKey), versions?.destination);
  return [{ ...key, ...ledgerRow({ sends }) }];
}

const OWN_BUDGETS = ['sends', 'wrongGuesses', 'refusals', 'starts'] as const;

function codeRow(
  owner: RecordOwner,
  { state }: FactorRecord,
): Partial<CodeStateRow> & Readonly<Record<string, unknown>> {
  const { tenantId, identityId, factor, purpose } = owner;
  const key = { tenant_id: tenantId, identity_id: identityId, factor, purpose };
  return { ...key, session_id: sessionOf(owner), ...codeStateRow(state) };
}

/**
 * `factors_read` states what was read without a lock: a purge may delete the version of a ledger, and a code of an
 * app or from a set must still be valid only once.
 */
function changedFactors(
  before: FactorRecord,
  after: FactorRecord,
  isByVersion: boolean,
): Readonly<Record<string, unknown>> {
  const changed = KEPT_FACTORS.filter((name) => before.factors[name] !== after.factors[name]);
  const factorsRead = changed.map((name) => {
    const { verifier = null, wrongInARow = null } = before.factors[name] ?? {};
    const isEnrolled = before.factors[name] !== undefined;
    return { factor: name, is_enrolled: isEnrolled, verifier, wrong_in_a_row: wrongInARow };
  });
  const removed = changed.filter((name) => after.factors[name] === undefined);
  const enrolled = changed.flatMap((name) => {
    const enrolled = after.factors[name];
    if (enrolled === undefined) return [];
    const { enrolledAt, verifier, wrongInARow } = enrolled;
    return [{ factor: name, enrolled_at: enrolledAt, verifier, wrong_in_a_row: wrongInARow }];
  });
  return {
    ...(isByVersion && changed.length > 0 ? { factors_read: factorsRead } : {}),
    ...(removed.length > 0 ? { removed } : {}),
    ...(enrolled.length > 0 ? { enrolled } : {}),
  };
}

function trailRows(
  tenantId: string,
  { entries, events }: Trail = NO_TRAIL,
): { readonly entries: unknown; readonly events: unknown } {
  return {
    entries: entries.length > 0 ? entries.map((entry) => entryRow(tenantId, entry)) : undefined,
    events: events.length > 0 ? events.map((prepared) => outboxRow(tenantId, prepared)) : undefined,
  };
}
