import { type DeliveryStore, pageOf } from '@stepward/core/adapter';
import { type Session, within } from '../rows/index.js';
import { AGAIN, ATTEMPT, DELIVERY, putDelivery } from './delivery-rows.js';
import { logEvent } from './event-store.js';
import { replay } from './replay.js';

const THE_DELIVERY =
  'where tenant_id = @tenantId and subscriber_id = @subscriberId and delivery_id = @deliveryId';

const PENDING = `tenant_id = @tenantId and subscriber_id = @subscriberId and status = 'pending'`;

const BEGIN_ORDER = `update stepward_deliveries set is_ordered = 1
  where ${PENDING} and ordering_key is not null`;

/** A new row takes the place of each, because only that is an arrival. */
const END_ORDER = `insert or replace into stepward_deliveries
    (tenant_id, shard, is_late, ordering_key, is_ordered, ${DELIVERY.columns})
  select tenant_id, shard, is_late, ordering_key, is_ordered, ${DELIVERY.columns.replace('due_at', '@now')}
  from stepward_deliveries where ${PENDING} and due_at is null order by sequence`;

export function deliveryStore(session: Session): DeliveryStore {
  const { sql, tenantId } = session;
  return {
    async find(subscriberId, deliveryId) {
      const key = { subscriberId, deliveryId };
      const row = sql.first(
        `select ${DELIVERY.selected} from stepward_deliveries ${THE_DELIVERY}`,
        key,
      );
      if (row === undefined) return null;
      const attempts = sql.all(
        `select ${ATTEMPT.selected} from stepward_attempts ${THE_DELIVERY} order by number`,
        key,
      );
      return {
        delivery: DELIVERY.read(row),
        attempts: ATTEMPT.readAll(attempts),
      };
    },
    async list(subscriberId, filter, page) {
      const rows = sql.all(
        `select ${DELIVERY.selected} from stepward_deliveries
          where tenant_id = @tenantId and subscriber_id = @subscriberId
            and (@status is null or status = @status) and ${within('created_at')}
            and (@position is null or delivery_id < @position)
          order by delivery_id desc limit @rows`,
        { subscriberId, ...filter, position: page.position, rows: page.limit + 1 },
      );
      const deliveries = DELIVERY.readAll(rows);
      return pageOf(deliveries, page, ({ id }) => id);
    },
    async enqueue(request) {
      if (request.type === 'replay') return replay(session, request);
      const { delivery } = request;
      if (request.type === 'event') logEvent(sql, tenantId, request.event);
      else if (!hasEvent(session, delivery.eventId)) return { count: 0, more: null, emitted: null };
      putDelivery(sql, tenantId, delivery, AGAIN);
      return { count: 1, more: null, emitted: null };
    },
    async order(subscriberId, ordering, now) {
      if (ordering === 'key') sql.run(BEGIN_ORDER, { subscriberId });
      else sql.run(END_ORDER, { subscriberId, now });
    },
  };
}

function hasEvent({ sql }: Session, eventId: string): boolean {
  const row = sql.first(
    'select 1 from stepward_events where tenant_id = @tenantId and event_id = @eventId',
    { eventId },
  );
  return row !== undefined;
}
