import { randomBytes } from 'node:crypto';
import { type EnqueuedDeliveries, type ReplayRequest, uuidv7 } from '@stepward/core/adapter';
import { fieldsOf, type Session, within } from '../rows/index.js';
import { AGAIN, DELIVERY, dueDelivery, putDelivery } from './delivery-rows.js';

/** The oldest delivery of each event of the filter, where the event is there and none of its deliveries is pending. */
const REPLAYED = `
  select ${DELIVERY.selected} from (
    select *, row_number() over (partition by event_id order by created_at, delivery_id) as nth
      from stepward_deliveries
      where tenant_id = @tenantId and subscriber_id = @subscriberId
        and (@status is null or status = @status) and ${within('created_at')}
        and event_id in (
          select event_id from stepward_events
            where tenant_id = @tenantId and (expires_at is null or expires_at > @now)
        )
        and event_id not in (
          select event_id from stepward_deliveries
            where tenant_id = @tenantId and subscriber_id = @subscriberId and status = 'pending'
        )
  )
  where nth = 1 order by created_at, delivery_id`;

const EMITTED = fieldsOf<{ readonly first: Date | null; readonly last: Date | null }>({
  first: 'time',
  last: 'time',
});

const EMITTED_RANGE = `select min(emitted_at) as first, max(emitted_at) as last from stepward_events
  where tenant_id = @tenantId and event_id in (select value from json_each(@ids))`;

/** Makes one new delivery for each event: see `EnqueueRequest`. */
export function replay(
  { sql, tenantId }: Session,
  { subscriberId, filter, now, limit, isDryRun }: ReplayRequest,
): EnqueuedDeliveries {
  const found = DELIVERY.readAll(sql.all(REPLAYED, { subscriberId, now, ...filter }));
  const seam = found[limit - 1]?.createdAt ?? null;
  const left = found.filter(({ createdAt }) => seam !== null && createdAt > seam);
  const replayed = found.slice(0, found.length - left.length);
  for (const { id, eventId, eventType, sequence } of isDryRun ? [] : replayed) {
    const newId = uuidv7(now, randomBytes(10));
    const again = dueDelivery(newId, subscriberId, { id: eventId, type: eventType }, now, sequence);
    putDelivery(sql, tenantId, { ...again, replayOf: id }, AGAIN);
  }
  const ids = JSON.stringify(replayed.map(({ eventId }) => eventId));
  const { first, last } = EMITTED.read(sql.first(EMITTED_RANGE, { ids }));
  const emitted = first && last && { first, last };
  return { count: replayed.length, more: left[0]?.createdAt ?? null, emitted };
}
