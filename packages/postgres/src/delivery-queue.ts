import type { DeliveryQueue, PreparedEvent } from '@stepward/core/adapter';
import { appendEventValues } from './append-event.js';
import { claimStatement, claimValues } from './claim-deliveries.js';
import { readClaimed } from './claimed-rows.js';
import { attemptsToTell, finishStatement, finishValues, readFailing } from './finish-attempts.js';
import type { PostgresExecutor } from './postgres-pool.js';
import { PRIORITIES } from './priorities.js';
import { BEGIN_QUEUE, beginClaim } from './queue-transaction.js';
import { queryOf, statement, type Statement } from './statement.js';
import { storedDateOrNull } from './stored-values.js';
import { inTransaction, type TransactionContext } from './transaction.js';
import { waitingSubscribers } from './waiting-subscribers.js';

/**
 * The deliveries of all tenants. Each call is one statement in a transaction of its own, and a second one where
 * deliveries have become exhausted, for their events.
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

  async function send(
    executor: PostgresExecutor,
    text: Statement,
    values: unknown[],
  ): Promise<readonly unknown[]> {
    return (await executor.query(queryOf(text, values, prepare))).rows;
  }

  async function appendEvents(
    executor: PostgresExecutor,
    events: readonly TenantEvent[],
  ): Promise<void> {
    if (events.length > 0) await send(executor, append, appendEventsValues(events));
  }

  return {
    claim: (request) =>
      inTransaction(context, beginClaim(schema), async (executor) => {
        const rows = await send(executor, claim, claimValues(request));
        const { batch, exhausted } = readClaimed(rows);
        const events = exhausted.flatMap(({ tenantId, ...delivery }) =>
          eventOf(tenantId, request.exhaustedEvent(tenantId, delivery)),
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
          told.flatMap(({ tenantId, event }) => eventOf(tenantId, event)),
        );
        return readFailing(rows);
      });
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

interface TenantEvent extends PreparedEvent {
  readonly tenantId: string;
}

function eventOf(tenantId: string, prepared: PreparedEvent | null): readonly TenantEvent[] {
  return prepared === null ? [] : [{ ...prepared, tenantId }];
}

/** Appends events of any tenants, with their deliveries: takes one array for each parameter of `append_event`. */
function appendEventsStatement(schema: string): Statement {
  const parameters = Array.from({ length: 7 }, (_, index) => `$${String(index + 1)}::text[]`);
  return statement(
    'queue_append_events',
    `select ${schema}.append_event(tenant, id, type, organisation_id, data, emitted_at, patterns)
     from unnest(${parameters.join(', ')})
       as event (tenant, id, type, organisation_id, data, emitted_at, patterns)`,
  );
}

function appendEventsValues(events: readonly TenantEvent[]): unknown[] {
  const rows = events.map(({ tenantId, event, patterns }) =>
    appendEventValues(tenantId, event, patterns),
  );
  return Array.from({ length: 7 }, (_, column) => rows.map((row) => row[column]));
}

/** Selects when the longest waiting delivery became due. Looks up three rows of each subscriber. */
export function queueLagStatement(schema: string): Statement {
  const firstOf = (priority: number): string =>
    `(select due_at from ${schema}.deliveries
      where tenant_id = waiting.tenant_id and subscriber_id = waiting.subscriber_id
        and status = 'pending' and priority = ${String(priority)} and due_at <= $1
      order by due_at limit 1)`;
  return statement(
    'queue_lag',
    `with recursive waiting as (${waitingSubscribers(schema)})
     select min(least(${Object.values(PRIORITIES).map(firstOf).join(', ')})) as due_at from waiting`,
  );
}
