import { CLAIM } from './claim-parameters.js';
import { PRIORITIES } from './priorities.js';

/**
 * Selects what a claim may take of a subscriber at that priority, the longest due first.
 *
 * @param part has `tenant_id` and `subscriber_id`
 * @param since before which nothing is due
 */
export function dueDeliveries(
  schema: string,
  priority: 'first' | 'late',
  part: string,
  since: string,
  limit: string,
): string {
  return `(select delivery_id, event_id, priority > ${String(PRIORITIES.first)} as late, due_at
      from ${schema}.pending_deliveries
      where tenant_id = ${part}.tenant_id and subscriber_id = ${part}.subscriber_id
        and priority = ${String(PRIORITIES[priority])} and due_at >= ${since} and due_at <= ${CLAIM.now}
      order by due_at limit ${limit})`;
}
