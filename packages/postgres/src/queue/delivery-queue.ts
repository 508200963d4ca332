import type {
  ClaimedBatch,
  ClaimRequest,
  DeliveryQueue,
  PreparedEvent,
} from '@stepward/core/adapter';
import {
  appendEventsStatement,
  appendEventsValues,
  outboxRow,
  type OutboxRow,
} from '../outbox/append-event.js';
import { claimStatement } from './claim-deliveries.js';
import { claimValues } from './claim-parameters.js';
import { readClaimed, type ClaimedRows } from './claimed-rows.js';
import { attemptsToTell, finishStatement, finishValues, readFailing } from './finish-attempts.js';
import type { PostgresExecutor } from '../connection/postgres-pool.js';
import { BY_TIME, PRIORITIES } from './priorities.js';
import { BEGIN_QUEUE } from './queue-transaction.js';
import type { SweepContext } from '../maintenance/purge-until.js';
import { queryOf, statement, type Statement } from '../connection/statement.js';
import { storedDateOrNull } from '../connection/stored-values.js';
import { createScanStarts, leasesSince, type ScanStarts } from './scan-start.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { emittingTenants, waitingSubscribers } from './waiting.js';
import { createWorkerLeases, type NotCommitted, type WorkerLeases } from './worker-leases.js';

interface Worker {
  readonly leases: WorkerLeases;
  readonly starts: ScanStarts;
}

/** Milliseconds after which a worker that claims nothing more is forgotten. */
const FORGOTTEN_MS = 600_000;

/** Milliseconds after which Postgres ends a statement. */
const STATEMENT_MS = 8_000;

/**
 * Milliseconds to wait for a connection and for each answer: longer than a statement may take, so that only a server that
 * says nothing exceeds it. Without it, a worker would wait for a frozen server for ever and not log it.
 */
const ANSWER_MS = 10_000;

const BEGIN_CALL = `${BEGIN_QUEUE}; set local statement_timeout = ${String(STATEMENT_MS)}`;

/**
 * The events and deliveries of all tenants. Each call is one statement in its own transaction, and a second one for
 * the events of deliveries that became exhausted.
 */
export function postgresDeliveryQueue(
  shared: SweepContext,
  schema: string,
  prepare: boolean,
): DeliveryQueue {
  const { clockCheck } = shared;
  const context: TransactionContext = { ...shared, answerWithinMs: ANSWER_MS };
  const claim = claimStatement(schema);
  const finish = finishStatement(schema);
  const queueLag = queueLagStatement(schema);
  const append = appendEventsStatement(schema);
  const pause = statement(
    'queue_pause',
    `update ${schema}.subscribers set paused_until = greatest(paused_until, $3), on_trial = true
     where tenant_id = $1 and subscriber_id = $2`,
  );

  /** Those of this process, by owner. */
  const workers = new Map<string, Worker>();

  function workerOf(owner: string): Worker {
    const known = workers.get(owner) ?? {
      leases: createWorkerLeases(),
      starts: createScanStarts(),
    };
    workers.set(owner, known);
    return known;
  }

  function forgetWorkers(now: Date): void {
    const time = new Date(now.getTime() - FORGOTTEN_MS);
    for (const [owner, { leases }] of workers) {
      if (leases.isIdleSince(time)) workers.delete(owner);
    }
  }

  async function send(
    executor: PostgresExecutor,
    text: Statement,
    values: unknown[],
  ): Promise<readonly unknown[]> {
    return (await executor.query(queryOf(text, values, prepare))).rows;
  }

  async function appendEvents(
    executor: PostgresExecutor,
    rows: readonly OutboxRow[],
  ): Promise<void> {
    if (rows.length > 0) await send(executor, append, appendEventsValues(rows));
  }

  async function claimFor(
    { leases, starts }: Worker,
    request: ClaimRequest,
  ): Promise<ClaimedBatch> {
    const start = starts.forClaim(request);
    const publication = leases.beginClaim(request.now);
    let outcome: ClaimedRows | NotCommitted = 'failed';
    let tookMs = 0;
    try {
      const claimed = await inTransaction(context, BEGIN_CALL, async (executor) => {
        const began = performance.now();
        const rows = await send(executor, claim, claimValues({ request, start, publication }));
        tookMs = performance.now() - began;
        const read = readClaimed(rows);
        const events = read.exhausted.flatMap(({ tenantId, ...delivery }) =>
          rowsOf(tenantId, request.exhaustedEvent(tenantId, delivery)),
        );
        await appendEvents(executor, events);
        outcome = 'unknown';
        return read;
      });
      outcome = claimed;
      starts.record(request, start, claimed, tookMs);
      return claimed.batch;
    } catch (error) {
      starts.forget();
      throw error;
    } finally {
      leases.endClaim(publication, outcome, request.leaseUntil);
    }
  }

  return {
    claim(request) {
      forgetWorkers(request.now);
      const worker = workerOf(request.owner);
      return worker.leases.inTurn(() => claimFor(worker, request));
    },
    async finish(attempts) {
      const [first] = attempts;
      if (first === undefined) return [];
      const { leases } = workerOf(first.owner);
      const publication = leases.beginFinish(attempts);
      let outcome: 'committed' | NotCommitted = 'failed';
      try {
        const failing = await inTransaction(context, BEGIN_CALL, async (executor) => {
          const rows = await send(executor, finish, finishValues(attempts, publication));
          const told = attemptsToTell(rows, attempts);
          await appendEvents(
            executor,
            told.flatMap(({ tenantId, event }) => rowsOf(tenantId, event)),
          );
          outcome = 'unknown';
          return readFailing(rows);
        });
        outcome = 'committed';
        return failing;
      } finally {
        for (const worker of workers.values()) {
          const own = worker.leases === leases ? publication : null;
          worker.leases.endFinish(own, attempts, outcome);
        }
      }
    },
    async pause({ tenantId, subscriberId }, until) {
      await inTransaction(context, BEGIN_CALL, (executor) =>
        send(executor, pause, [tenantId, subscriberId, until]),
      );
    },
    async queueLag(now) {
      const [worker] = workers.values();
      const start = (worker?.starts ?? createScanStarts()).current(now);
      const measured = await clockCheck.compare(
        () =>
          inTransaction(context, BEGIN_CALL, async (executor) => {
            const [row] = await send(executor, queueLag, [now, start]);
            return row as { readonly due_at: unknown; readonly now: Date };
          }),
        (row) => row.now,
      );
      const dueAt = storedDateOrNull(measured.due_at);
      return dueAt === null ? 0 : now.getTime() - dueAt.getTime();
    },
  };
}

function rowsOf(tenantId: string, prepared: PreparedEvent | null): readonly OutboxRow[] {
  return prepared === null ? [] : [outboxRow(tenantId, prepared)];
}

/**
 * Selects when the longest waiting delivery became due, or the longest waiting event was emitted. Looks up two rows of
 * each subscriber, and one of each tenant.
 */
export function queueLagStatement(schema: string): Statement {
  const start = '$2::jsonb';
  return statement(
    'queue_lag',
    `with recursive ${waitingSubscribers(schema, { start, now: '$1' })},
     ${emittingTenants(schema, { start, after: `''` })}
     select least(
       (select min(least(first_due, late_due)) from waiting),
       (select due_at from ${schema}.pending_deliveries
         where priority = ${String(PRIORITIES.leased)} and ${BY_TIME} and due_at > ${leasesSince(start)} and due_at <= $1
         order by due_at limit 1),
       (select min(emitted_at) from emitting where emitted_at <= $1)
     ) as due_at, clock_timestamp() as now`,
  );
}
