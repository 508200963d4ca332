import { err, ok, type AuthenticationEntry, type Logger, type Result } from '@stepward/core';
import type { Decided, DecisionFacts, DecisionScope, PreparedEvent } from '@stepward/core/adapter';
import {
  EMPTY_FACTOR_RECORD,
  KEPT_FACTORS,
  type CodeState,
  type FactorRecord,
  type KeptFactor,
} from '@stepward/core/factors';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { appendEventValues } from './append-event.js';
import {
  storedCodeState,
  storedFactorName,
  storedFactors,
  storedLedger,
  type CodeStateRow,
} from './code-row.js';
import { storedIdentity, type IdentityRow } from './identity-store.js';
import { destinationSubject, identitySubject } from './ledger-subject.js';
import { BEYOND_BOUND, DECISION_LOST } from './migrations/decision-functions.js';
import type { PostgresQuery } from './postgres-pool.js';
import { queryOf, statement } from './statement.js';
import { storedTenant, type TenantRow } from './stored-tenant.js';
import { storedDate, storedJson } from './stored-values.js';
import { lockKey } from './unit-of-work.js';
import { lastUse, sessionOf } from './write-code.js';

/** Sends one statement on a connection of its own, which is given back at once. */
export type SendQuery = (query: PostgresQuery) => Promise<readonly unknown[]>;

/** How the statements of decisions are sent. */
export interface DecisionContext {
  readonly schemaName: string;
  readonly schema: string;
  readonly prepare: boolean;
  readonly logger: Logger;
  readonly send: SendQuery;
}

/** The decision could not be stored: somebody else changed what it was made on, or is about to. */
export const LOST = Symbol('lost');

/**
 * Decides without a transaction: one statement reads all that is needed, the decision is made while no connection is
 * held, and one statement stores it where the versions of the ledgers are still those that were read. A code that is to
 * be sent takes one more, for the budget of its destination is known by the identity alone.
 */
export function createDecider({ schemaName, schema, prepare, logger, send }: DecisionContext) {
  const read = statement(
    'decision_read',
    `select ${schema}.read_decision($1, $2, $3, $4, $5) as facts`,
  );
  const readLedger = statement('ledger_read', `select ${schema}.read_ledger($1, $2) as facts`);
  const write = statement('decision_write', `select ${schema}.write_decision($1, $2, $3)`);

  async function fetch<T>(query: PostgresQuery): Promise<T> {
    const [row] = (await send(query)) as readonly { readonly facts: unknown }[];
    return storedJson(row?.facts ?? null) as T;
  }

  async function readFacts(scope: DecisionScope, locks: readonly string[]): Promise<ReadFacts> {
    const { tenantId, identityId, factor, purpose } = scope;
    const names = [tenantId, identityId, factor, purpose, sessionOf(scope)];
    const row = await fetch<FactsRow>(queryOf(read, names, prepare));
    const identity = row.identity === null ? null : storedIdentity(row.identity);
    const tenant = row.tenant === null ? DEFAULT_TENANT : storedTenant(row.tenant, logger);
    const destinationKey = scope.destination?.(identity) ?? null;
    const subject = destinationKey === null ? null : destinationSubject(destinationKey);
    const ledger =
      subject === null
        ? null
        : await fetch<LedgerRow | null>(queryOf(readLedger, [tenantId, subject], prepare));
    const record: FactorRecord = {
      factors: storedFactors(row.factors),
      state: storedCodeState(row.code ?? NO_CODE_ROW),
      sends: storedLedger(row.ledger?.sent_at ?? null, row.ledger?.cooldown_started_at ?? null),
      wrongGuesses: (row.ledger?.wrong_guesses ?? []).map(storedDate),
      refusals: (row.ledger?.refused_at ?? []).map(storedDate),
      destinationSends:
        ledger === null
          ? EMPTY_FACTOR_RECORD.destinationSends
          : storedLedger(ledger.sent_at, ledger.cooldown_started_at),
    };
    const challenge = row.challenge && {
      identityId: row.challenge.identity_id,
      factor: storedFactorName(row.challenge.factor),
      state: storedCodeState(row.challenge),
    };
    return {
      facts: { identity, tenant, record, challenge: scope.destination ? challenge : null },
      versions: { identity: row.ledger?.version ?? 0, destination: ledger?.version ?? 0 },
      subject,
      challengeId: row.challenge?.code_id ?? null,
      locks: locks.map((name) => lockKey(['tenant', schemaName, tenantId, name])),
    };
  }

  return async function decide<T, E>(
    scope: DecisionScope,
    locks: readonly string[],
    decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
  ): Promise<Result<T, E> | typeof LOST> {
    const read = await readFacts(scope, locks);
    const decided = decision(read.facts);
    if (decided.isErr()) return err(decided.error);
    const change = changeOf(scope, read, decided.value);
    if (change === null) return ok(decided.value.outcome);
    try {
      const values = [scope.tenantId, scope.identityId, JSON.stringify(change)];
      await send(queryOf(write, values, prepare));
      return ok(decided.value.outcome);
    } catch (error) {
      if (codeOf(error) === DECISION_LOST) return LOST;
      const bound = decided.value.dailySend?.bound;
      if (codeOf(error) === BEYOND_BOUND && bound) return err(bound.otherwise);
      throw error;
    }
  };
}

interface ReadFacts {
  readonly facts: DecisionFacts;
  /** Of the ledgers as they were read; 0 where there was none. */
  readonly versions: { readonly identity: number; readonly destination: number };
  readonly subject: string | null;
  readonly challengeId: string | null;
  readonly locks: readonly string[];
}

interface LedgerRow {
  readonly sent_at: readonly unknown[];
  readonly cooldown_started_at: unknown;
  readonly wrong_guesses: readonly unknown[];
  readonly refused_at: readonly unknown[];
  readonly version: number;
}

type ChallengeRow = CodeStateRow & { readonly identity_id: string; readonly factor: string };

interface FactsRow {
  readonly identity: IdentityRow | null;
  readonly tenant: TenantRow | null;
  readonly factors: unknown;
  readonly code: CodeStateRow | null;
  readonly ledger: LedgerRow | null;
  readonly challenge: ChallengeRow | null;
}

const NO_CODE_ROW = { status: null } as CodeStateRow;

/** What `write_decision` takes; null where nothing changes. */
function changeOf<T, E>(
  scope: DecisionScope,
  { facts, versions, subject, challengeId, locks }: ReadFacts,
  { record: after, trail, dailySend, ended, verifiedPhone }: Decided<T, E>,
): object | null {
  const { tenantId, identityId } = scope;
  const before = facts.record;
  const changed = KEPT_FACTORS.filter((name) => before.factors[name] !== after.factors[name]);
  const isSame =
    (Object.keys(before) as (keyof FactorRecord)[]).every((part) => before[part] === after[part]) &&
    !trail?.entries.length &&
    !trail?.events.length &&
    !dailySend &&
    !ended &&
    verifiedPhone === undefined;
  if (isSame) return null;

  const { sends, wrongGuesses, refusals, destinationSends } = after;
  const own = { subject: identitySubject(identityId), version: versions.identity };
  const ledgers = [{ ...own, ...ledgerOf({ sends, wrongGuesses, refusals }) }];
  if (subject !== null && destinationSends !== before.destinationSends) {
    const ledger = ledgerOf({ sends: destinationSends, wrongGuesses: [], refusals: [] });
    ledgers.push({ subject, version: versions.destination, ...ledger });
  }
  const isChallenge = scope.purpose === 'step_up' && scope.destination !== undefined;
  return {
    locks,
    ledgers,
    ...(after.state === before.state ? {} : { code: codeOfRow(scope, after.state) }),
    ...(changed.length === 0 ? {} : factorsOf(after, changed)),
    ...(isChallenge ? { challenge: { session_id: sessionOf(scope), code_id: challengeId } } : {}),
    ...(dailySend
      ? {
          daily_send: {
            day: dailySend.day,
            add: dailySend.add,
            most: dailySend.bound?.most ?? null,
          },
        }
      : {}),
    ...(ended ? { ended: { factor: ended.factor, status: ended.end, at: ended.now } } : {}),
    ...(verifiedPhone === undefined ? {} : { phone: { number: verifiedPhone } }),
    ...(trail?.entries.length
      ? { entries: trail.entries.map((entry) => entryRow(tenantId, entry)) }
      : {}),
    ...(trail?.events.length
      ? { events: trail.events.map((event) => eventRow(tenantId, event)) }
      : {}),
  };
}

function factorsOf(after: FactorRecord, changed: readonly KeptFactor[]): object {
  return {
    removed: changed.filter((name) => after.factors[name] === undefined),
    enrolled: changed.flatMap((name) => {
      const factor = after.factors[name];
      return factor === undefined
        ? []
        : [{ factor: name, enrolled_at: factor.enrolledAt, verifier: factor.verifier }];
    }),
  };
}

function entryRow(tenantId: string, { id, actor, ...entry }: AuthenticationEntry): object {
  return {
    tenant_id: tenantId,
    entry_id: id,
    type: entry.type,
    at: entry.at,
    identity_id: entry.identityId,
    factor: entry.factor,
    session_id: entry.sessionId,
    actor_type: actor.type,
    actor_id: actor.id,
    reason: entry.reason,
    retain_until: entry.retainUntil,
  };
}

function eventRow(tenantId: string, { event, patterns }: PreparedEvent): object {
  const [, id, type, organisation, data, emittedAt, joined] = appendEventValues(
    tenantId,
    event,
    patterns,
  );
  const of = { id, type, organisation_id: organisation, data };
  return { ...of, emitted_at: emittedAt, patterns: joined };
}

function ledgerOf({
  sends: { sentAt, cooldownStartedAt },
  wrongGuesses,
  refusals,
}: Pick<FactorRecord, 'sends' | 'wrongGuesses' | 'refusals'>) {
  return {
    sent_at: sentAt,
    cooldown_started_at: cooldownStartedAt,
    wrong_guesses: wrongGuesses,
    refused_at: refusals,
    last_used_at: lastUse([...sentAt, ...wrongGuesses, ...refusals]),
  };
}

function codeOfRow(scope: DecisionScope, state: CodeState): object {
  const { tenantId, identityId, factor, purpose } = scope;
  const key = { tenant_id: tenantId, identity_id: identityId, factor, purpose };
  const row = { ...key, session_id: sessionOf(scope), status: state.status };
  switch (state.status) {
    case 'none':
      return row;
    case 'pending':
      return {
        ...row,
        code_id: state.codeId,
        destination: state.destination,
        verifier: state.verifier,
        issued_at: state.issuedAt,
        expires_at: state.expiresAt,
        attempts_spent: state.attemptsSpent,
        guessed_wrong_at: state.wrongGuesses,
      };
    case 'expired':
    case 'exhausted':
    case 'void':
    case 'withdrawn':
      return { ...row, ended_at: state.endedAt };
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
