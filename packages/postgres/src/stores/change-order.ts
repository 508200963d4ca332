import type { DeliveryStore } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { statement, type Statement } from '../connection/statement.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { orderingLocks } from '../queue/delivery-order.js';
import { announcement, type QueueSchema } from '../queue/news.js';

/**
 * Puts a subscriber's pending deliveries in order, or lets all of them come due. Rows are locked in the order in which a batch of
 * results locks them, and then changed by another statement, which reads them as they are after the wait.
 *
 * However many there are, they change in the transaction that stores the subscriber, so neither changes without the other. Until it
 * ends, no event of the tenant with an ordering key is dispatched.
 */
export function changeOrder(
  target: QueueSchema,
): (session: Pick<TenantSession, 'tenantId' | 'query'>) => DeliveryStore['order'] {
  const table = `${quoteIdentifier(target.schemaName)}.pending_deliveries`;
  const ofSubscriber = 'tenant_id = $1 and subscriber_id = $2';
  const unordered = `${ofSubscriber} and not is_ordered and ordering_key is not null`;
  const waiting = `${ofSubscriber} and is_ordered and due_at is null`;
  const lock = (operation: string, rows: string, order: string): Statement =>
    statement(
      operation,
      `select count(*) from (
         select from ${table} where ${rows} order by ${order} for no key update
       ) as locked`,
    );
  const lockUnordered = lock('delivery_lock_unordered', unordered, 'delivery_id');
  const lockWaiting = lock('delivery_lock_waiting', waiting, 'ordering_key, sequence');
  const begin = statement(
    'delivery_begin_order',
    `update ${table} set is_ordered = true where ${unordered}`,
  );
  const end = statement(
    'delivery_end_order',
    `with freed as (
       update ${table} set due_at = $3, queued_by = pg_current_xact_id() where ${waiting} returning delivery_id
     )
     select ${announcement(target, 'arrivals')} where exists (select from freed)`,
  );
  const orderings = orderingLocks(target.schemaName);
  return ({ tenantId, query }) =>
    async (subscriberId, ordering, now) => {
      await orderings.take(query, [tenantId]);
      const whose = [tenantId, subscriberId];
      if (ordering === 'key') {
        await query(lockUnordered, whose);
        await query(begin, whose);
      } else {
        await query(lockWaiting, whose);
        await query(end, [...whose, now]);
      }
    };
}
