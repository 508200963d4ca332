import { stderrLogger, type Logger, type Result, type StorageWithWebhooks } from '@stepward/core';
import {
  canonicalJson,
  checkOptions,
  createLockQueue,
  decideInUnitOfWork,
  decisionScope,
  hasMethods,
  isBoolean,
  isLogger,
  isPositiveInteger,
  LOCK_BOUNDS,
  type LookUpTable,
  optional,
  required,
  requireTenantId,
  type UnitOfWorkScope,
  type WebhookStores,
} from '@stepward/core/adapter';
import { apiKeyStores, findApiKeyStatement, storedTenantApiKey } from './stores/api-key-store.js';
import { appendEventIn, appendEventsStatement, outboxRow } from './outbox/append-event.js';
import { appendAuditStatement, auditStores } from './stores/audit-store.js';
import {
  appendEntriesStatement,
  authenticationStores,
  entryRow,
} from './stores/authentication-store.js';
import { createClockCheck } from './connection/clock-check.js';
import { postgresDeliveryQueue } from './queue/delivery-queue.js';
import type { QueueSchema } from './queue/news.js';
import {
  createDecider,
  decisionPartsIn,
  untilSlotFound,
  LOST,
  parsedRow,
  readChallengeStatement,
  type FactsRow,
  type PeopleRow,
  readPeopleStatement,
  type SendQuery,
  storedPeople,
} from './decide/index.js';
import { storedChallenge } from './stores/code-row.js';
import { deliveryStores } from './stores/delivery-store.js';
import { eventStores } from './stores/event-store.js';
import { explainErrorsOf, explainId } from './connection/explain-error.js';
import { idempotencyStores } from './stores/idempotency-store.js';
import { createIncidentLog } from './connection/incident-log.js';
import { identityStores } from './stores/identity-store.js';
import { policyStores } from './stores/policy-store.js';
import { A_POOL, type PostgresExecutor, type PostgresPool } from './connection/postgres-pool.js';
import { readEnrolmentReviews } from './maintenance/enrolment-reviews.js';
import { erasers } from './maintenance/erase.js';
import { purgeSchema } from './maintenance/purge.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from './connection/quote.js';
import { checkReady } from './maintenance/ready.js';
import { queryOf, type Statement } from './connection/statement.js';
import { findSmsTenantStatement, smsMessageStores } from './stores/sms-message-store.js';
import { subscriberStores } from './stores/subscriber-store.js';
import type { TenantSession } from './connection/tenant-session.js';
import { reportIdleLosses, surviveLosses } from './connection/take-client.js';
import { inOneStatement, inTransaction } from './connection/transaction.js';
import { BEGIN, beginUnitOfWork } from './connection/unit-of-work.js';

export interface PostgresStorageOptions {
  /**
   * The host's own pool, of any size: a unit of work takes one connection. Its role must be an
   * ordinary one, for superusers and roles with BYPASSRLS are not bound by row-level security.
   *
   * Listeners for `error` are attached to it and to each connection that it opens from then on: without one, a
   * `pg.Pool` ends the process when a connection is lost.
   */
  readonly pool: PostgresPool;
  /** The schema that {@link migrate} made; `stepward`. */
  readonly schema?: string;
  /**
   * Whether statements are prepared, once per connection; true. False for a pooler that hands
   * connections out per transaction and does not track prepared statements.
   */
  readonly prepare?: boolean;
  /**
   * How long a unit of work waits for its locks, and each of its statements for a lock in the database, in
   * milliseconds; 5,000. `StorageBusy` after that, and nothing is stored.
   */
  readonly lockWaitMs?: number;
  /**
   * How many units of work wait for one lock in this process; 20. One more is refused at once with `StorageBusy`.
   * Waiting units of work hold no connection.
   */
  readonly maxLockWaiters?: number;
  /**
   * Whether `ready()` rejects where row-level security does not bind the role, a superuser or one with `BYPASSRLS`; false,
   * which logs a warning.
   */
  readonly requireRowSecurity?: boolean;
  /**
   * Whether an event wakes the delivery worker when its transaction commits, by `NOTIFY`, where that worker waits for it; true. Where
   * it is false, workers find events by polling once a second. Set it to false where the host commits in two phases: Postgres
   * prepares no transaction that notifies.
   */
  readonly wake?: boolean;
  /**
   * Gets lost connections, when the database goes away and when it is back, and stored values that this version does not know; standard error by default.
   * `silentLogger` logs nothing.
   */
  readonly logger?: Logger;
}

/**
 * Storage in the host's Postgres, webhooks included. Each unit of work is one transaction on one connection: a round
 * trip to begin, one per call of a store, one to end.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown.
 */
export function createPostgresStorage(options: PostgresStorageOptions): StorageWithWebhooks {
  checkPostgresOptions(options);
  const { pool, schema: schemaName = 'stepward', prepare = true, logger = stderrLogger } = options;
  const { requireRowSecurity = false, wake = true } = options;
  const { lockWaitMs = LOCK_BOUNDS.waitMs, maxLockWaiters = LOCK_BOUNDS.maxWaiters } = options;
  const locks = createLockQueue({ waitMs: lockWaitMs, maxWaiters: maxLockWaiters });
  const schema = quoteIdentifier(schemaName);
  const target: QueueSchema = { schemaName, wake };
  const storesOf = storesIn(schema, target);
  const explain = explainErrorsOf(schemaName);
  const incidents = createIncidentLog(logger);
  const clockCheck = createClockCheck(logger);
  const explainInUnit = (error: unknown): unknown => explainId(explain(error));
  const context = { pool, logger, explain: explainInUnit, incidents, clockCheck, prepare };
  const findKey = findApiKeyStatement(schema);
  const findTenant = findSmsTenantStatement(schema);
  const readChallenge = readChallengeStatement(schema);
  const readPeople = readPeopleStatement(schema);
  surviveLosses(pool);
  reportIdleLosses(pool, logger);

  const send: SendQuery = (query) => inOneStatement({ ...context, explain }, query);
  const decideByVersion = createDecider({ target, prepare, logger, send });
  const decisionParts = decisionPartsIn(target);

  function runLocked<T, E>(
    scope: UnitOfWorkScope,
    remainingMs: number | null,
    work: (stores: WebhookStores, session: TenantSession) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
    const { tenantId } = scope;
    return inTransaction(
      context,
      beginUnitOfWork(schemaName, scope, remainingMs),
      (executor) => {
        const session = tenantSession({ tenantId, logger, prepare }, executor);
        return work(storesOf(session, executor), session);
      },
      (result) => result.isOk(),
    );
  }

  /** Waits in memory for units of work of this process with the same locks. */
  function inTurn<T>(
    { tenantId, lock = [], whenBusy }: UnitOfWorkScope,
    task: (remainingMs: number | null) => Promise<T>,
  ): Promise<T> {
    const names = [lock].flat().map((name) => JSON.stringify([tenantId, name]));
    return locks.run({ names, isBounded: whenBusy !== 'wait' }, task);
  }

  /**
   * The row with that hash in any tenant, where the tenant is known only from the row. `setting` shows it to the
   * transaction: see `findByHash` of the migrations.
   */
  async function findByHash(
    setting: 'api_key_hash' | 'sms_message_hash',
    find: Statement,
    hash: string,
  ): Promise<unknown> {
    if (!HASH.test(hash)) throw new TypeError('not a SHA-256 in hexadecimal digits');
    const begin = `${BEGIN} read only; set local stepward.${setting} = '${hash}'`;
    const { rows } = await inTransaction(context, begin, (executor) =>
      executor.query(queryOf(find, [hash], prepare)),
    );
    return rows[0];
  }

  const lookUps: LookUpTable = {
    async apiKey({ secretHash }) {
      const row = await findByHash('api_key_hash', findKey, secretHash);
      return row === undefined ? null : storedTenantApiKey(row, logger);
    },
    async smsMessage({ messageKey }) {
      const row = await findByHash('sms_message_hash', findTenant, messageKey);
      return row === undefined
        ? null
        : { tenantId: (row as { readonly tenant_id: string }).tenant_id };
    },
    async challenge({ tenantId, sessionId }) {
      requireTenantId(tenantId);
      const { statement, values } = readChallenge(tenantId, sessionId);
      const [row] = await send(queryOf(statement, values, prepare));
      const { challenge } = parsedRow(row) as Pick<FactsRow, 'challenge'>;
      return challenge && storedChallenge(challenge);
    },
    async people({ tenantId, identityIds }) {
      requireTenantId(tenantId);
      const { statement, values } = readPeople(tenantId, identityIds);
      const [row] = await send(queryOf(statement, values, prepare));
      return storedPeople(parsedRow(row) as PeopleRow);
    },
    enrolmentReviews: (by) => readEnrolmentReviews(context, schema, by),
  };

  return {
    ready: () =>
      inTransaction(context, BEGIN, (executor) =>
        checkReady(executor, { schemaName, logger, requireRowSecurity, clockCheck }),
      ),
    run: async (scope, work) => inTurn(scope, (remainingMs) => runLocked(scope, remainingMs, work)),
    async decide(scope, decision) {
      requireTenantId(scope.tenantId);
      const locked = decisionScope(scope);
      return inTurn(locked, async (remainingMs) => {
        // The host's directory has its own statements, which join a unit of work.
        if (scope.directory === undefined) {
          const waitMs = Math.min(remainingMs ?? lockWaitMs, lockWaitMs, ROW_WAIT_MS);
          const guard = { locks: [locked.lock].flat(), waitMs };
          const decided = await decideByVersion(scope, guard, decision);
          if (decided !== LOST) return decided;
        }
        return untilSlotFound(() =>
          decideInUnitOfWork(
            (unit, work) =>
              runLocked(unit, remainingMs, (stores, session) => work({ ...stores, session })),
            decisionParts,
            scope,
            decision,
          ),
        );
      });
    },
    lookUp: (kind, by) => lookUps[kind](by),
    async appendEvent(transaction, tenantId, event) {
      try {
        return await appendEventIn(transaction, target, tenantId, event);
      } catch (error) {
        throw explain(error);
      }
    },
    purge: (expiry) => purgeSchema(context, schema, expiry),
    queue: postgresDeliveryQueue(context, { ...target, prepare }),
  };
}

/**
 * The maximum wait of a decision for a row that another transaction holds, in milliseconds. After that it is made in
 * a transaction.
 */
const ROW_WAIT_MS = 1_000;

/** SHA-256 in hexadecimal digits. A text of several statements takes no parameters, so it is checked. */
const HASH = /^[0-9a-f]{64}$/;

function checkPostgresOptions(options: PostgresStorageOptions): void {
  const milliseconds = 'a positive integer, in milliseconds';
  checkOptions('createPostgresStorage', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isDatabaseName),
    prepare: optional('true or false', isBoolean),
    lockWaitMs: optional(milliseconds, isPositiveInteger),
    maxLockWaiters: optional('a positive integer', isPositiveInteger),
    requireRowSecurity: optional('true or false', isBoolean),
    wake: optional('true or false', isBoolean),
    logger: optional('a Logger', isLogger),
  });
}

/** The stores over one schema; their statements are created once, here. */
function storesIn(
  schema: string,
  queue: QueueSchema,
): (session: TenantSession, executor: PostgresExecutor) => WebhookStores {
  const tables: {
    readonly [Name in keyof TenantStores]: (session: TenantSession) => TenantStores[Name];
  } = {
    identities: identityStores(schema),
    smsMessages: smsMessageStores(schema),
    policies: policyStores(schema),
    apiKeys: apiKeyStores(schema),
    record: trailRecorders(schema, queue),
    erase: erasers(schema),
    audit: auditStores(schema),
    authenticationLog: authenticationStores(schema),
    idempotency: idempotencyStores(schema),
    events: eventStores(schema),
    subscribers: subscriberStores(schema),
    deliveries: deliveryStores(queue),
  };
  return (session, executor) => {
    const stores = Object.entries(tables).map(([name, storeOf]) => [name, storeOf(session)]);
    const transaction: WebhookStores['transaction'] = {
      query: (text, values) => executor.query(values === undefined ? { text } : { text, values }),
    };
    return { ...(Object.fromEntries(stores) as TenantStores), transaction };
  };
}

type TenantStores = Omit<WebhookStores, 'transaction'>;

/** Appends to the logs and the outbox of a tenant: one statement for each list, and for each audit entry. */
function trailRecorders(
  schema: string,
  queue: QueueSchema,
): (session: TenantSession) => WebhookStores['record'] {
  const appendAudit = appendAuditStatement(schema);
  const appendEntries = appendEntriesStatement(schema);
  const appendEvents = appendEventsStatement(queue);

  return ({ tenantId, query }) =>
    async ({ audit = [], entries, events }) => {
      for (const event of audit) await query(appendAudit, [tenantId, canonicalJson(event)]);
      if (entries.length > 0) {
        const rows = entries.map((entry) => entryRow(tenantId, entry));
        await query(appendEntries, [JSON.stringify(rows)]);
      }
      if (events.length > 0) {
        const rows = events.map((event) => outboxRow(tenantId, event));
        await query(appendEvents, [JSON.stringify(rows)]);
      }
    };
}

function tenantSession(
  { tenantId, logger, prepare }: Pick<TenantSession, 'tenantId' | 'logger'> & { prepare: boolean },
  executor: PostgresExecutor,
): TenantSession {
  return {
    tenantId,
    logger,
    async query(statement, values) {
      const { rows } = await executor.query(queryOf(statement, values, prepare));
      return rows;
    },
  };
}
