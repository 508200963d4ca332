import type { DeliveryQueue, PreparedEvent } from '@stepward/core/adapter';
import {
  appendEventsStatement,
  appendEventsValues,
  outboxRow,
  type OutboxRow,
} from './append-event.js';
import { claimStatement, claimValues } from './claim-deliveries.js';
import { readClaimed } from './claimed-rows.js';
import { attemptsToTell, finishStatement, finishValues, readFailing } from './finish-attempts.js';
import type { PostgresExecutor } from './postgres-pool.js';
import { PRIORITIES } from './priorities.js';
import { BEGIN_QUEUE } from './queue-transaction.js';
import { queryOf, statement, type Statement } from './statement.js';
import { storedDateOrNull } from './stored-values.js';
import { inTransaction, type TransactionContext } from './transaction.js';
import { emittingTenants, waitingSubscribers } from './waiting.js';

/**
 * The events and deliveries of all tenants. Each call is one statement in its own transaction, and a second one for
 * the events of deliveries that became exhausted.
 */
export function postgresDeliveryQueue(
  context: TransactionContext,
  schema: string,
  prepare: boolean,
): DeliveryQueue {
  const claim = claimStatement(schema);
  const finish = finishStatement(schema);
  const queueLag = queueLagStatement(schema);
  const append = appendEventsStatement(schema);
  const pause = statement(
    'queue_pause',
    `update ${schema}.subscribers set paused_until = greatest(paused_until, $3), on_trial = true
     where tenant_id = $1 and subscriber_id = $2`,
  );

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

  return {
    claim: (request) =>
      inTransaction(context, BEGIN_QUEUE, async (executor) => {
        const rows = await send(executor, claim, claimValues(request));
        const { batch, exhausted } = readClaimed(rows);
        const events = exhausted.flatMap(({ tenantId, ...delivery }) =>
          rowsOf(tenantId, request.exhaustedEvent(tenantId, delivery)),
        );
        await appendEvents(executor, events);
        return batch;
      }),
    async finish(attempts) {
      if (attempts.length === 0) return [];
      return inTransaction(context, BEGIN_QUEUE, async (executor) => {
        const rows = await send(executor, finish, finishValues(attempts));
        const told = attemptsToTell(rows, attempts);
        await appendEvents(
          executor,
          told.flatMap(({ tenantId, event }) => rowsOf(tenantId, event)),
        );
        return readFailing(rows);
      });
    },
    async pause({ tenantId, subscriberId }, until) {
      await inTransaction(context, BEGIN_QUEUE, (executor) =>
        send(executor, pause, [tenantId, subscriberId, until]),
      );
    },
    async queueLag(now) {
      const rows = await inTransaction(context, BEGIN_QUEUE, (executor) =>
        send(executor, queueLag, [now]),
      );
      const [row] = rows as [{ readonly due_at: unknown }];
      const dueAt = storedDateOrNull(row.due_at);
      return dueAt === null ? 0 : now.getTime() - dueAt.getTime();
    },
  };
}

function rowsOf(tenantId: string, prepared: PreparedEvent | null): readonly OutboxRow[] {
  return prepared === null ? [] : [outboxRow(tenantId, prepared)];
}

/**
 * Selects when the longest waiting delivery became due, or the longest waiting event was emitted. Looks up three rows
 * of each subscriber, and one of each tenant.
 */
export function queueLagStatement(schema: string): Statement {
  const firstOf = (priority: number): string =>
    `(select due_at from ${schema}.pending_deliveries
      where tenant_id = waiting.tenant_id and subscriber_id = waiting.subscriber_id
        and priority = ${String(priority)} and due_at <= $1
      order by due_at limit 1)`;
  return statement(
    'queue_lag',
    `with recursive waiting as (${waitingSubscribers(schema)}),
     emitting as (${emittingTenants(schema)})
     select least(
       (select min(least(${Object.values(PRIORITIES).map(firstOf).join(', ')})) from waiting),
       (select min(emitted_at) from emitting where emitted_at <= $1)
     ) as due_at`,
  );
}
