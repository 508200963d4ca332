import type { Stepward, Subscriber, SubscriberWithSecret } from '@stepward/core';
import { z } from 'zod';
import { Refusal, refuse } from '../refusal.js';
import { reply } from '../reply.js';
import { id, judged, pageOf, pageQuery, time } from './fields.js';
import { listCursors } from './list-cursors.js';
import { defineOperation, type AnyOperation } from './operation.js';

const PATH = '/v1/customer/webhooks';
const ONE = `${PATH}/:webhookId` as const;

const naming = z.enum(['canonical', 'legacy']);

/** A subscriber as it is shown: without its secret. */
const webhookRecord = z.object({
  id,
  url: z.string(),
  description: z.string(),
  event_types: z.array(z.string()).readonly(),
  naming,
  enabled: z.boolean(),
  disabled_reason: z.enum(['manual', 'gone', 'failing']).nullable(),
  created_at: time,
  updated_at: time,
});

const shownWebhook = webhookRecord.extend({ secret: z.string() });

/** Unknown keys are refused: a caller that sends `event_type` would believe that the webhook filters. */
const webhookFields = z.strictObject({
  url: judged(z.url().max(2_048)).optional(),
  description: judged(z.string().max(255)).optional(),
  event_types: judged(z.array(z.string()).min(1).max(100)).optional(),
  naming: judged(naming).optional(),
  enabled: judged(z.boolean()).optional(),
});

/** The endpoints that the tenant's events go to. */
export function webhookOperations({
  subscribers,
  cursors,
}: Pick<Stepward, 'subscribers' | 'cursors'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listWebhooks',
      api: 'customer',
      method: 'GET',
      path: PATH,
      summary: "Lists the tenant's webhooks, newest first.",
      scope: 'webhooks:read',
      params: {},
      query: pageQuery,
      body: null,
      answers: { 200: pageOf(webhookRecord) },
      refuses: [],
      async serve({ tenantId }, { query }) {
        const list = listCursors(cursors, ['webhooks', tenantId]);
        const page = list.open(query);
        if (page instanceof Refusal) return page;
        return list.reply(await subscribers.list(tenantId, page), recordBody);
      },
    }),
    defineOperation({
      id: 'createWebhook',
      api: 'customer',
      method: 'POST',
      path: PATH,
      summary: 'Registers a webhook, and shows its secret this once.',
      scope: 'webhooks:write',
      params: {},
      query: null,
      body: webhookFields,
      answers: { 201: shownWebhook },
      refuses: ['subscriber_invalid', 'subscriber_limit_reached', 'webhooks_not_configured'],
      async serve(caller, { body }) {
        const created = await subscribers.create(caller, body);
        return created.match((shown) => reply(201, shownBody(shown)), refuse);
      },
    }),
    defineOperation({
      id: 'getWebhook',
      api: 'customer',
      method: 'GET',
      path: ONE,
      summary: 'Shows a webhook.',
      scope: 'webhooks:read',
      params: { webhookId: id },
      query: null,
      body: null,
      answers: { 200: webhookRecord },
      refuses: ['subscriber_not_found'],
      async serve({ tenantId }, { params: { webhookId } }) {
        return (await subscribers.get(tenantId, webhookId)).match(recordReply, refuse);
      },
    }),
    defineOperation({
      id: 'updateWebhook',
      api: 'customer',
      method: 'PATCH',
      path: ONE,
      summary: 'Changes what is given of a webhook.',
      scope: 'webhooks:write',
      params: { webhookId: id },
      query: null,
      body: webhookFields,
      answers: { 200: webhookRecord },
      refuses: ['subscriber_invalid', 'subscriber_not_found', 'webhooks_not_configured'],
      async serve(caller, { params: { webhookId }, body }) {
        return (await subscribers.change(caller, webhookId, body)).match(recordReply, refuse);
      },
    }),
    defineOperation({
      id: 'removeWebhook',
      api: 'customer',
      method: 'DELETE',
      path: ONE,
      summary: 'Removes a webhook.',
      scope: 'webhooks:write',
      params: { webhookId: id },
      query: null,
      body: null,
      // The record as it was.
      answers: { 200: webhookRecord },
      refuses: ['subscriber_not_found'],
      async serve(caller, { params: { webhookId } }) {
        return (await subscribers.remove(caller, webhookId)).match(recordReply, refuse);
      },
    }),
    defineOperation({
      id: 'rotateWebhookSecret',
      api: 'customer',
      method: 'POST',
      path: `${ONE}/rotate-secret`,
      summary: 'Makes a new signing secret, and shows it this once.',
      scope: 'webhooks:write',
      params: { webhookId: id },
      query: null,
      // How long the old secret lives on, in milliseconds. No body is needed.
      body: z
        .strictObject({ overlap_ms: judged(z.int().min(0).max(604_800_000)).optional() })
        .default({}),
      answers: { 200: shownWebhook },
      refuses: ['subscriber_not_found', 'webhook_request_invalid', 'webhooks_not_configured'],
      async serve(caller, { params: { webhookId }, body }) {
        const rotated = await subscribers.rotateSecret(caller, webhookId, body.overlap_ms);
        return rotated.match((shown) => reply(200, shownBody(shown)), refuse);
      },
    }),
  ];
}

function recordBody(subscriber: Subscriber) {
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

function recordReply(subscriber: Subscriber) {
  return reply(200, recordBody(subscriber));
}

function shownBody({ subscriber, secret }: SubscriberWithSecret) {
  return { ...recordBody(subscriber), secret: secret.reveal() };
}
