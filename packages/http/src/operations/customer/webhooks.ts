import type { Stepward, Subscriber, SubscriberInput, SubscriberWithSecret } from '@stepward/core';
import { BODY_KINDS, ROTATION_FIELDS, subscriberFields } from '@stepward/core/adapter';
import { builtInEvents } from '@stepward/core/events';
import { z } from 'zod';
import { Refusal, refuse, reply } from '../../answer.js';
import { id, pageOf, pageQuery, text, time } from '../parts/fields.js';
import { listCursors } from '../parts/list-cursors.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { bodyOfFields } from '../parts/record-schemas.js';

const PATH = '/v1/customer/webhooks';
const ONE = `${PATH}/:webhookId` as const;

const naming = z.enum(['canonical', 'legacy']);
const signature = z.enum(['v1', 'v1a', 'both']);
const body = z.enum(BODY_KINDS).meta({
  description:
    'Whether it gets the data of an event (`full`), or `{ id }`, to read the event by (`thin`).',
});

const ordering = z.enum(['none', 'key']).meta({
  description:
    'In which order it gets events: in any (`none`), or those of one ordering key one after the other (`key`).',
});

/** A subscriber without its secret. */
const webhookFields = z.object({
  id,
  url: text('https://example.com/hooks'),
  description: text('Billing'),
  event_types: z.array(text('user.*')).readonly(),
  naming,
  signature,
  body,
  ordering,
  version: z.iso
    .date()
    .nullable()
    .meta({
      description:
        'The version of the data that it gets: of each event the newest that is not later; null for the first.',
      examples: ['2026-11-01'],
    }),
  header_names: z
    .array(text('authorization'))
    .readonly()
    .meta({ description: 'The names of the custom headers; their values are never shown.' }),
  client_certificate: text('acme-2027').nullable(),
  enabled: z.boolean(),
  disabled_reason: z.enum(['manual', 'gone', 'failing']).nullable(),
  paused: z
    .object({ until: time, reason: z.enum(['busy', 'failing']) })
    .nullable()
    .meta({
      description:
        'Until when nothing is sent, and why: it answered 429, 502, 503 or 504 (`busy`), or most attempts fail.',
    }),
  created_at: time,
  updated_at: time,
});

const webhookRecord = webhookFields.meta({ title: 'Subscriber' });

const shownWebhook = webhookFields
  .extend({ secret: text('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') })
  .meta({ title: 'SubscriberWithSecret' });

/** For the documents: the service reads them, and knows the host's own events. */
const FIELDS = subscriberFields(builtInEvents);

/** Unknown keys are refused: a caller that sends `event_type` would expect the webhook to filter. */
const newWebhook = bodyOfFields(FIELDS, {
  title: 'NewSubscriber',
  required: ['url'],
  example: { url: 'https://example.com/hooks', event_types: ['user.*'] },
});
const webhookChange = bodyOfFields(FIELDS, {
  title: 'SubscriberChange',
  example: { enabled: false },
});

/** The webhook subscribers of the tenant. */
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
      answers: { 200: pageOf(webhookRecord) },
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
      summary: 'Registers a webhook, and shows its secret only once.',
      scope: 'webhooks:write',
      params: {},
      body: newWebhook,
      answers: { 201: shownWebhook },
      refuses: ['subscriber_invalid', 'subscriber_limit_reached', 'webhooks_not_configured'],
      showsSecret: true,
      async serve(caller, { body }) {
        const created = await subscribers.create(caller, body as SubscriberInput);
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
      body: webhookChange,
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
      // The unchanged record.
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
      summary: 'Creates a new signing secret, and shows it only once.',
      scope: 'webhooks:write',
      params: { webhookId: id },
      // No body is needed.
      body: bodyOfFields(ROTATION_FIELDS, {
        title: 'SecretRotation',
        example: { overlap_ms: 86_400_000 },
      }).default({}),
      answers: { 200: shownWebhook },
      refuses: ['subscriber_not_found', 'webhook_request_invalid', 'webhooks_not_configured'],
      showsSecret: true,
      async serve(caller, { params: { webhookId }, body }) {
        const rotated = await subscribers.rotateSecret(caller, webhookId, body);
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
    signature: subscriber.signature,
    body: subscriber.body,
    ordering: subscriber.ordering,
    version: subscriber.version,
    header_names: subscriber.headers?.names ?? [],
    client_certificate: subscriber.clientCertificate,
    enabled: subscriber.enabled,
    disabled_reason: subscriber.disabledReason,
    paused: subscriber.paused,
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
