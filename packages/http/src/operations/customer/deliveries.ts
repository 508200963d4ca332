import type { Attempt, Delivery, ReplayInput, Stepward } from '@stepward/core';
import { BODY_KINDS, DELIVERY_STATUSES, REPLAY_FIELDS } from '@stepward/core/adapter';
import { z } from 'zod';
import { Refusal, refuse, reply } from '../../answer.js';
import { id, oneOf, pageOf, rangeQuery, text, time } from '../parts/fields.js';
import { listCursors } from '../parts/list-cursors.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { bodyOfFields } from '../parts/record-schemas.js';

const WEBHOOK = '/v1/customer/webhooks/:webhookId';

/** Its id is the `event_id` that the subscriber sees, so it has both names. */
const deliveryFields = z.object({
  id,
  event_id: id,
  event_type: text('user.created'),
  idempotency_key: id,
  status: z.enum(DELIVERY_STATUSES),
  attempt_count: z.int().min(0),
  next_attempt_at: time.nullable().meta({
    description:
      'Null where there is none, and while it waits for one before it of its ordering key.',
  }),
  created_at: time,
  finished_at: time.nullable(),
  replay_of: id.nullable(),
  sequence: z.int().min(1).nullable(),
});
const deliveryRecord = deliveryFields.meta({ title: 'Delivery' });

const attemptRecord = z
  .object({
    attempt: z.int().min(1),
    started_at: time,
    duration_ms: z.int().min(0),
    status_code: z
      .int()
      .meta({ examples: [404] })
      .nullable(),
    failure: text('status').nullable(),
    response_body: text('no such handler'),
    body: z
      .enum(BODY_KINDS)
      .nullable()
      .meta({ description: 'Of the request; null where none could be made.' }),
    version: text('2026-11-01').nullable().meta({ description: 'Of the data in the request.' }),
  })
  .meta({ title: 'Attempt' });

const deliveryWithAttempts = deliveryFields
  .extend({ attempts: z.array(attemptRecord) })
  .meta({ title: 'DeliveryWithAttempts' });

/** The number of queued deliveries, and the body to request the rest with; without a status there is no filter. */
const replayResult = z.object({
  count: z.int().min(0),
  next: z.object({ since: time, until: time, status: text('exhausted').optional() }).nullable(),
});

/** What a replay would queue, and when the first and the last of its events were emitted. */
const dryRunResult = replayResult.extend({ first: time.nullable(), last: time.nullable() });

/** The deliveries of a webhook, and their replay. */
export function deliveryOperations({
  deliveries,
  cursors,
}: Pick<Stepward, 'deliveries' | 'cursors'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'testWebhook',
      api: 'customer',
      method: 'POST',
      path: `${WEBHOOK}/test`,
      summary: 'Sends a `webhook.test` event to a webhook.',
      scope: 'webhooks:write',
      params: { webhookId: id },
      answers: { 202: deliveryRecord },
      refuses: ['subscriber_disabled', 'subscriber_not_found'],
      async serve(caller, { params: { webhookId } }) {
        return (await deliveries.sendTest(caller, webhookId)).match(queuedReply, refuse);
      },
    }),
    defineOperation({
      id: 'replayWebhook',
      api: 'customer',
      method: 'POST',
      path: `${WEBHOOK}/replay`,
      summary: 'Sends the events of a range again, or tells how many these are.',
      scope: 'webhooks:write',
      params: { webhookId: id },
      body: bodyOfFields(REPLAY_FIELDS, {
        title: 'ReplayRange',
        required: ['since'],
        example: { since: '2026-01-01T00:00:00.000Z', status: 'exhausted' },
      }),
      answers: { 200: dryRunResult, 202: replayResult },
      refuses: ['subscriber_disabled', 'subscriber_not_found', 'webhook_request_invalid'],
      async serve(caller, { params: { webhookId }, body }) {
        const input = body as ReplayInput;
        const replayed = await deliveries.replayRange(caller, webhookId, input);
        return replayed.match(({ count, emitted, rest }) => {
          const result = { count, next: rest };
          if (input.dry_run !== true) return reply(202, result);
          const { first, last } = emitted ?? { first: null, last: null };
          return reply(200, { ...result, first, last });
        }, refuse);
      },
    }),
    defineOperation({
      id: 'listDeliveries',
      api: 'customer',
      method: 'GET',
      path: `${WEBHOOK}/deliveries`,
      summary: "Lists a webhook's deliveries, newest first.",
      scope: 'webhooks:read',
      params: { webhookId: id },
      query: rangeQuery.extend({ status: oneOf(DELIVERY_STATUSES) }),
      answers: { 200: pageOf(deliveryRecord) },
      refuses: ['subscriber_not_found'],
      async serve({ tenantId }, { params: { webhookId }, query }) {
        const { status, since, until, ...asked } = query;
        const filter = { status, since, until };
        const name = ['deliveries', tenantId, webhookId, JSON.stringify(filter)];
        const list = listCursors(cursors, name);
        const page = list.open(asked);
        if (page instanceof Refusal) return page;
        const found = await deliveries.list(tenantId, webhookId, filter, page);
        return found.match((items) => list.reply(items, deliveryBody), refuse);
      },
    }),
    defineOperation({
      id: 'getDelivery',
      api: 'customer',
      method: 'GET',
      path: `${WEBHOOK}/deliveries/:deliveryId`,
      summary: 'Shows a delivery with its attempts.',
      scope: 'webhooks:read',
      params: { webhookId: id, deliveryId: id },
      answers: { 200: deliveryWithAttempts },
      refuses: ['delivery_not_found', 'subscriber_not_found'],
      async serve({ tenantId }, { params: { webhookId, deliveryId } }) {
        const found = await deliveries.get(tenantId, webhookId, deliveryId);
        return found.match(
          ({ delivery, attempts }) =>
            reply(200, { ...deliveryBody(delivery), attempts: attempts.map(attemptBody) }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'replayDelivery',
      api: 'customer',
      method: 'POST',
      path: `${WEBHOOK}/deliveries/:deliveryId/replay`,
      summary: 'Sends one event again.',
      scope: 'webhooks:write',
      params: { webhookId: id, deliveryId: id },
      answers: { 202: deliveryRecord },
      refuses: [
        'delivery_pending',
        'event_expired',
        'delivery_not_found',
        'payload_purged',
        'subscriber_disabled',
        'subscriber_not_found',
      ],
      async serve(caller, { params: { webhookId, deliveryId } }) {
        return (await deliveries.replay(caller, webhookId, deliveryId)).match(queuedReply, refuse);
      },
    }),
  ];
}

function deliveryBody(delivery: Delivery) {
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
    sequence: delivery.sequence,
  };
}

function queuedReply(delivery: Delivery) {
  return reply(202, deliveryBody(delivery));
}

function attemptBody(attempt: Attempt) {
  return {
    attempt: attempt.number,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status_code: attempt.statusCode,
    failure: attempt.failure,
    response_body: attempt.responseBody,
    body: attempt.body,
    version: attempt.version,
  };
}
