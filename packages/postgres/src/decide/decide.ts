import { err, ok, StorageBusy, type Logger, type Result } from '@stepward/core';
import type { Decided, DecisionFacts, DecisionScope } from '@stepward/core/adapter';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { storedChallenge, storedFactorRecord } from '../stores/code-row.js';
import {
  changeOf,
  countersIn,
  readDecisionStatement,
  readValues,
  sessionOf,
  writeDecisionStatement,
  type FactsRow,
  type LedgerVersions,
  type RecordOwner,
} from './decision.js';
import { storedIdentity } from '../stores/identity-store.js';
import { destinationSubject } from '../stores/ledger-subject.js';
import { BEYOND_BOUND, DECISION_LOST } from '../migrations/decision-functions.js';
import type { PostgresQuery } from '../connection/postgres-pool.js';
import { counterQueriesValue } from '../stores/send-counters.js';
import { queryOf, statement } from '../connection/statement.js';
import { storedTenant } from '../stores/stored-tenant.js';
import { storedJson } from '../connection/stored-values.js';
import { lockKey } from '../connection/unit-of-work.js';

/** Runs one statement on a connection that is returned at once. */
export type SendQuery = (query: PostgresQuery) => Promise<readonly unknown[]>;

/** How the statements of decisions are sent. */
export interface DecisionContext {
  readonly schemaName: string;
  readonly schema: string;
  readonly prepare: boolean;
  readonly logger: Logger;
  readonly send: SendQuery;
}

/** The decision could not be stored: a concurrent transaction has changed its input, or is about to. */
export const LOST = Symbol('lost');

/** The conditions under which a decision is stored. */
export interface DecisionGuard {
  /** The names of the locks that must be free then. */
  readonly locks: readonly string[];
  /** How long to wait for row locks of other transactions, in milliseconds, at least 1. */
  readonly waitMs: number;
}

/**
 * Decides without a transaction: one statement reads all that is needed, the decision is made while no connection is
 * held, and one statement stores it where the versions of the ledgers are still those that were read. A code that is to
 * be sent takes one more, for the budget of its destination and the counters of the fraud guard are known by the identity
 * alone.
 */
export function createDecider({ schemaName, schema, prepare, logger, send }: DecisionContext) {
  const read = readDecisionStatement(schema);
  const readSend = statement('send_read', `select ${schema}.read_send($1, $2, $3) as facts`);
  const write = writeDecisionStatement(schema);

  async function fetch<T>(query: PostgresQuery): Promise<T> {
    const [row] = (await send(query)) as readonly { readonly facts: unknown }[];
    return storedJson(row?.facts ?? null) as T;
  }

  async function readFacts(scope: DecisionScope): Promise<ReadFacts> {
    const { tenantId } = scope;
    const undirected = { ...scope, destinationKey: null };
    const rows = await fetch<FactsRow>(queryOf(read, readValues(undirected), prepare));
    const identity = rows.identity === null ? null : storedIdentity(rows.identity);
    const destinationKey = scope.destination?.(identity) ?? null;
    const queries = counterQueriesValue(scope.counters?.(identity));
    const { destination, counters } =
      destinationKey === null
        ? NOTHING_SENT
        : await fetch<SendRow>(
            queryOf(readSend, [tenantId, destinationSubject(destinationKey), queries], prepare),
          );
    const isToChallenge = scope.purpose === 'step_up' && scope.destination !== undefined;
    return {
      facts: {
        identity,
        tenant: rows.tenant === null ? DEFAULT_TENANT : storedTenant(rows.tenant, logger),
        record: storedFactorRecord({ ...rows, destination }),
        challenge: isToChallenge && rows.challenge ? storedChallenge(rows.challenge) : null,
        counters: countersIn({ counters }),
      },
      owner: { ...scope, destinationKey },
      versions: {
        identity: rows.ledger?.version ?? 0,
        destination: destination?.version ?? 0,
      },
      replaces: isToChallenge
        ? { session_id: sessionOf(scope), code_id: rows.challenge?.code_id }
        : undefined,
    };
  }

  return async function decide<T, E>(
    scope: DecisionScope,
    { locks, waitMs }: DecisionGuard,
    decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
  ): Promise<Result<T, E> | typeof LOST> {
    const { facts, owner, versions, replaces } = await readFacts(scope);
    const decided = decision(facts);
    if (decided.isErr()) return err(decided.error);
    const { outcome, record, ...also } = decided.value;
    const change = changeOf(owner, facts.record, record, also, versions);
    if (change === null) return ok(outcome);
    const { tenantId, identityId } = scope;
    const lockKeys = locks.map((name) => lockKey(['tenant', schemaName, tenantId, name]));
    const guarded = JSON.stringify({ ...change, replaces });
    const values = [tenantId, identityId, guarded, lockKeys, `${String(waitMs)}ms`];
    try {
      await send(queryOf(write, values, prepare));
      return ok(outcome);
    } catch (error) {
      if (codeOf(error) === DECISION_LOST || error instanceof StorageBusy) return LOST;
      const { bound = null } = also.dailySend ?? {};
      if (codeOf(error) === BEYOND_BOUND && bound !== null) return err(bound.otherwise);
      throw error;
    }
  };
}

/** The result of `read_send`. */
type SendRow = Pick<FactsRow, 'destination' | 'counters'>;

const NOTHING_SENT: SendRow = { destination: null, counters: null };

interface ReadFacts {
  readonly facts: DecisionFacts;
  readonly owner: RecordOwner;
  readonly versions: LedgerVersions;
  /** The challenge that the session had when it was read; undefined where the operation issues none. */
  readonly replaces: object | undefined;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}
