import type {
  Attempt,
  Delivery,
  DeliveryService,
  ManagementCaller,
  ReplayRange,
} from '@stepward/core';
import type { Cursors } from '@stepward/core/adapter';
import type { QueryInvalid } from '../http-failure.js';
import { refuse, Refusal, type RefusalOf } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { DeliveriesQuery } from '../schemas/query-fields.js';
import type { ReplayBody } from '../schemas/webhook-bodies.js';
import { listCursors } from './list-cursors.js';

/** The handlers of a subscriber's deliveries. */
export interface DeliveryHandlers {
  /** A page of the deliveries, newest first. */
  list(
    caller: ManagementCaller,
    subscriberId: string,
    query: DeliveriesQuery,
  ): Promise<Reply<200> | Refusal<QueryInvalid> | RefusalOf<DeliveryService['list']>>;
  /** 200 with the delivery and its attempts. */
  get(
    caller: ManagementCaller,
    subscriberId: string,
    deliveryId: string,
  ): Promise<Reply<200> | RefusalOf<DeliveryService['get']>>;
  /** 202 with the delivery that was queued. */
  sendTest(
    caller: ManagementCaller,
    subscriberId: string,
  ): Promise<Reply<202> | RefusalOf<DeliveryService['sendTest']>>;
  /** 202 with the delivery that was queued. */
  replay(
    caller: ManagementCaller,
    subscriberId: string,
    deliveryId: string,
  ): Promise<Reply<202> | RefusalOf<DeliveryService['replay']>>;
  /** 202 with how many were queued, and the body to ask with for the rest. */
  replayRange(
    caller: ManagementCaller,
    subscriberId: string,
    body: ReplayBody,
  ): Promise<Reply<202> | RefusalOf<DeliveryService['replayRange']>>;
}

export function createDeliveryHandlers(
  deliveries: DeliveryService,
  cursors: Cursors,
): DeliveryHandlers {
  return {
    async list({ tenantId }, subscriberId, { status, since, until, ...query }) {
      const filter = { status, since, until };
      const name = ['deliveries', tenantId, subscriberId, JSON.stringify(filter)];
      const list = listCursors(cursors, name);
      const page = list.open(query);
      if (page instanceof Refusal) return page;
      const found = await deliveries.list(tenantId, subscriberId, filter, page);
      return found.match((items) => list.reply(items, deliveryBody), refuse);
    },
    async get({ tenantId }, subscriberId, deliveryId) {
      const found = await deliveries.get(tenantId, subscriberId, deliveryId);
      return found.match(
        ({ delivery, attempts }) => ({
          status: 200,
          body: { ...deliveryBody(delivery), attempts: attempts.map(attemptBody) },
        }),
        refuse,
      );
    },
    async sendTest(caller, subscriberId) {
      return (await deliveries.sendTest(caller, subscriberId)).match(queuedReply, refuse);
    },
    async replay(caller, subscriberId, deliveryId) {
      return (await deliveries.replay(caller, subscriberId, deliveryId)).match(queuedReply, refuse);
    },
    async replayRange(caller, subscriberId, body) {
      const replayed = await deliveries.replayRange(caller, subscriberId, body);
      return replayed.match(
        ({ count, rest }) => ({ status: 202, body: { count, next: rest && rangeBody(rest) } }),
        refuse,
      );
    },
  };
}

/** Its id is what the subscriber sees as `event_id`, so it goes by both names. */
function deliveryBody(delivery: Delivery): object {
  return {
    id: delivery.id,
    event_id: delivery.id,
    event_type: delivery.eventType,
    idempotency_key: delivery.eventId,
    status: delivery.status,
    attempt_count: delivery.attempts,
    next_attempt_at: delivery.dueAt,
    created_at: delivery.createdAt,
    finished_at: delivery.finishedAt,
    replay_of: delivery.replayOf,
  };
}

function queuedReply(delivery: Delivery): Reply<202> {
  return { status: 202, body: deliveryBody(delivery) };
}

/** Ready to be sent as the body of the next replay; no status is no filter. */
function rangeBody({ since, until, status }: ReplayRange): object {
  return { since, until, ...(status !== null && { status }) };
}

function attemptBody(attempt: Attempt): object {
  return {
    attempt: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    failure: attempt.failure,
    response_body: attempt.responseBody,
  };
}
