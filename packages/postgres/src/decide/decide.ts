import { err, ok, StorageBusy, type Logger, type Result } from '@stepward/core';
import type { Decided, DecisionFacts, DecisionScope } from '@stepward/core/adapter';
import type { PostgresQuery } from '../connection/postgres-pool.js';
import { quoteIdentifier } from '../connection/quote.js';
import { queryOf, type BoundStatement } from '../connection/statement.js';
import { lockKey } from '../connection/unit-of-work.js';
import type { QueueSchema } from '../queue/news.js';
import { storedChallenge } from '../stores/code-row.js';
import { storedIdentity } from '../stores/identity-store.js';
import { changeOf, type DecisionGuard, type RecordOwner } from './change.js';
import {
  factsOf,
  NOTHING_SENT,
  parsedRow,
  readFactsStatement,
  readSendStatement,
  type FactsRow,
  type SendRow,
} from './read-facts.js';
import { DECISION_LOST, refusalsOf, says } from './write-part.js';
import { createDecisionWriter } from './write-statement.js';

/** Runs one statement on a connection that is returned at once. */
export type SendQuery = (query: PostgresQuery) => Promise<readonly unknown[]>;

/** How the statements of decisions are sent. */
export interface DecisionContext {
  readonly target: QueueSchema;
  readonly prepare: boolean;
  readonly logger: Logger;
  readonly send: SendQuery;
}

/** The decision could not be stored: a concurrent transaction has changed its input, or is about to. */
export const LOST = Symbol('lost');

/** What may keep a decision from being stored. */
export interface DecisionLocks {
  /** The names of the locks that must be free. */
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
export function createDecider({ target, prepare, logger, send }: DecisionContext) {
  const { schemaName } = target;
  const schema = quoteIdentifier(schemaName);
  const readFacts = readFactsStatement(schema);
  const readSend = readSendStatement(schema);
  const write = createDecisionWriter(target);

  function run({ statement, values }: BoundStatement): Promise<readonly unknown[]> {
    return send(queryOf(statement, values, prepare));
  }

  async function read(scope: DecisionScope): Promise<ReadFacts> {
    const { organisationId = null, trustedDevices = false, enrolmentsDue = false } = scope;
    const asked = { organisationId, ofPerson: trustedDevices || enrolmentsDue };
    const [row] = await run(readFacts({ ...scope, destinationKey: null }, asked));
    const { devices, dues, ...others } = parsedRow(row) as FactsRow;
    const rows: FactsRow = {
      ...others,
      ...(trustedDevices && { devices }),
      ...(enrolmentsDue && { dues }),
    };
    const identity = rows.identity && storedIdentity(rows.identity);
    const destinationKey = scope.destination?.(identity) ?? null;
    const sent =
      destinationKey === null ? NOTHING_SENT : await readSent(scope, destinationKey, identity);
    const isToChallenge = scope.purpose === 'step_up' && scope.destination !== undefined;
    const challenge = isToChallenge && rows.challenge ? storedChallenge(rows.challenge) : null;
    return {
      facts: { ...factsOf({ ...rows, ...sent }, organisationId, logger), identity, challenge },
      owner: { ...scope, destinationKey },
      versions: {
        identity: rows.ledger?.version ?? 0,
        destination: sent.destination?.version ?? 0,
      },
      challengeId: rows.challenge?.code_id ?? null,
    };
  }

  async function readSent(
    { tenantId, counters }: DecisionScope,
    destinationKey: string,
    identity: DecisionFacts['identity'],
  ): Promise<SendRow> {
    const [row] = await run(readSend(tenantId, destinationKey, counters?.(identity) ?? []));
    return parsedRow(row) as SendRow;
  }

  return async function decide<T, E>(
    scope: DecisionScope,
    { locks, waitMs }: DecisionLocks,
    decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
  ): Promise<Result<T, E> | typeof LOST> {
    const { facts, owner, ...asRead } = await read(scope);
    const decided = decision(facts);
    if (decided.isErr()) return err(decided.error);
    const { outcome, record, ...also } = decided.value;
    const lockKeys = locks.map((name) => lockKey(['tenant', schemaName, scope.tenantId, name]));
    const guard = { ...asRead, lockKeys, waitMs };
    const change = changeOf(owner, facts.record, record, also, guard);
    if (change === null) return ok(outcome);
    try {
      const stored = await run(write(change));
      return stored.length > 0 ? ok(outcome) : LOST;
    } catch (error) {
      const [refusal] = refusalsOf(error, also);
      if (refusal !== undefined) return err(refusal);
      if (isLost(error)) return LOST;
      throw error;
    }
  };
}

interface ReadFacts extends Pick<DecisionGuard, 'versions' | 'challengeId'> {
  readonly facts: DecisionFacts;
  readonly owner: RecordOwner;
}

/** SQLSTATE `unique_violation`: a concurrent transaction has issued a challenge of the same session. */
const NOT_UNIQUE = '23505';

function isLost(error: unknown): boolean {
  if (error instanceof StorageBusy || says(error, DECISION_LOST)) return true;
  return error instanceof Error && 'code' in error && error.code === NOT_UNIQUE;
}
