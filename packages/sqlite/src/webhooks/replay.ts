import { randomBytes } from 'node:crypto';
import { type EnqueuedDeliveries, type ReplayRequest, uuidv7 } from '@stepward/core/adapter';
import { fieldsOf, type Session, within } from '../rows/index.js';
import { AGAIN, DELIVERY, dueDelivery, putDelivery } from './delivery-rows.js';

/** The deliveries of the filter whose event is there, and none of its deliveries is pending. */
const REPLAYABLE = `
  from stepward_deliveries as delivery
  where tenant_id = @tenantId and subscriber_id = @subscriberId
    and (@status is null or status = @status) and ${within('created_at')}
    and exists (
      select 1 from stepward_events as event
        where event.tenant_id = @tenantId and event.event_id = delivery.event_id
          and (event.expires_at is null or event.expires_at > @now)
    )
    and not exists (
      select 1 from stepward_deliveries as awaited
        where awaited.tenant_id = @tenantId and awaited.event_id = delivery.event_id
          and awaited.subscriber_id = @subscriberId and awaited.status = 'pending'
    )`;

/** When the last of the deliveries within the limit was created; null for none. */
const SEAM = `select max(created_at) as seam
  from (select created_at ${REPLAYABLE} order by created_at, delivery_id limit @limit)`;

/** The oldest delivery of each event up to the seam. */
const REPLAYED = `
  select ${DELIVERY.selected} from (
    select *, row_number() over (partition by event_id order by created_at, delivery_id) as nth
      ${REPLAYABLE} and created_at <= @seam
  )
  where nth = 1 order by created_at, delivery_id`;

/** When the first delivery of another event after the seam was created; null for none. */
const MORE = `select min(created_at) as more
  ${REPLAYABLE} and created_at > @seam and event_id not in (select value from json_each(@ids))`;

const SEAM_ROW = fieldsOf<{ readonly seam: Date | null }>({ seam: 'time' });
const MORE_ROW = fieldsOf<{ readonly more: Date | null }>({ more: 'time' });

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
  const asked = { subscriberId, now, ...filter };
  const { seam } = SEAM_ROW.read(sql.first(SEAM, { ...asked, limit }));
  const replayed = DELIVERY.readAll(sql.all(REPLAYED, { ...asked, seam }));
  const ids = JSON.stringify(replayed.map(({ eventId }) => eventId));
  const { more } = MORE_ROW.read(sql.first(MORE, { ...asked, seam, ids }));
  for (const { id, eventId, eventType, sequence } of isDryRun ? [] : replayed) {
    const newId = uuidv7(now, randomBytes(10));
    const again = dueDelivery(newId, subscriberId, { id: eventId, type: eventType }, now, sequence);
    putDelivery(sql, tenantId, { ...again, replayOf: id }, AGAIN);
  }
  const { first, last } = EMITTED.read(sql.first(EMITTED_RANGE, { ids }));
  const emitted = first && last && { first, last };
  return { count: replayed.length, more, emitted };
}
