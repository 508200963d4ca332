import type {
  ManagementCaller,
  SubscriberWithSecret,
  Subscriber,
  SubscriberService,
} from '@stepward/core';
import type { Cursors } from '@stepward/core/adapter';
import type { QueryInvalid } from '../http-failure.js';
import { refuse, Refusal, type RefusalOf } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { PageQuery } from '../schemas/query-fields.js';
import type { RotateSecretBody, SubscriberBody } from '../schemas/webhook-bodies.js';
import { listCursors } from './list-cursors.js';

/** The handlers of `/v1/customer/webhooks` and of one subscriber below it. */
export interface SubscriberHandlers {
  /** 201 with the record and its secret. */
  create(
    caller: ManagementCaller,
    body: SubscriberBody,
  ): Promise<Reply<201> | RefusalOf<SubscriberService['create']>>;
  /** A page of the records, newest first. */
  list(caller: ManagementCaller, query: PageQuery): Promise<Reply<200> | Refusal<QueryInvalid>>;
  get(
    caller: ManagementCaller,
    subscriberId: string,
  ): Promise<Reply<200> | RefusalOf<SubscriberService['get']>>;
  /** 200 with the record; fields that the body leaves out stay. */
  change(
    caller: ManagementCaller,
    subscriberId: string,
    body: SubscriberBody,
  ): Promise<Reply<200> | RefusalOf<SubscriberService['change']>>;
  /** 200 with the record as it was. */
  remove(
    caller: ManagementCaller,
    subscriberId: string,
  ): Promise<Reply<200> | RefusalOf<SubscriberService['remove']>>;
  /** 200 with the record and its new secret. */
  rotateSecret(
    caller: ManagementCaller,
    subscriberId: string,
    body: RotateSecretBody,
  ): Promise<Reply<200> | RefusalOf<SubscriberService['rotateSecret']>>;
}

export function createSubscriberHandlers(
  subscribers: SubscriberService,
  cursors: Cursors,
): SubscriberHandlers {
  return {
    async create(caller, body) {
      const created = await subscribers.create(caller, body);
      return created.match((shown) => ({ status: 201, body: shownBody(shown) }), refuse);
    },
    async list({ tenantId }, query) {
      const list = listCursors(cursors, ['webhooks', tenantId]);
      const page = list.open(query);
      if (page instanceof Refusal) return page;
      return list.reply(await subscribers.list(tenantId, page), recordBody);
    },
    async get({ tenantId }, subscriberId) {
      return (await subscribers.get(tenantId, subscriberId)).match(recordReply, refuse);
    },
    async change(caller, subscriberId, body) {
      return (await subscribers.change(caller, subscriberId, body)).match(recordReply, refuse);
    },
    async remove(caller, subscriberId) {
      return (await subscribers.remove(caller, subscriberId)).match(recordReply, refuse);
    },
    async rotateSecret(caller, subscriberId, { overlap_ms }) {
      const rotated = await subscribers.rotateSecret(caller, subscriberId, overlap_ms);
      return rotated.match((shown) => ({ status: 200, body: shownBody(shown) }), refuse);
    },
  };
}

/** A subscriber as it is shown: without its secret. */
function recordBody(subscriber: Subscriber): object {
  return {
    id: subscriber.id,
    url: subscriber.url,
    description: subscriber.description,
    event_types: subscriber.eventTypes,
    naming: subscriber.naming,
    enabled: subscriber.enabled,
    disabled_reason: subscriber.disabledReason,
    created_at: subscriber.createdAt,
    updated_at: subscriber.updatedAt,
  };
}

function recordReply(subscriber: Subscriber): Reply<200> {
  return { status: 200, body: recordBody(subscriber) };
}

function shownBody({ subscriber, secret }: SubscriberWithSecret): object {
  return { ...recordBody(subscriber), secret: secret.reveal() };
}
