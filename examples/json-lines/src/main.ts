import { randomBytes } from 'node:crypto';
import { createKeyRing, createStepward, systemCaller } from '@stepward/core';
import { createMemoryStorage } from '@stepward/testing';
import {
  createDeliveryWorker,
  createWebhookSender,
  createWebhookTargets,
} from '@stepward/webhooks';
import { jsonLines } from './json-lines.js';

const { EVENTS_FILE = 'events.jsonl' } = process.env;
// In a service: a Postgres pool, a key of its own for each use, and a worker that is started.
const keys = createKeyRing({ active: { id: 'example', secret: randomBytes(32) } });
const stepward = createStepward({
  storage: createMemoryStorage(),
  codeKeys: keys,
  webhooks: { keys, targets: createWebhookTargets() },
});
const subscribed = await stepward.subscribers.create(systemCaller('acme'), {
  url: 'destination:lines',
  event_types: ['user.*'],
});
if (subscribed.isErr()) throw new Error(subscribed.error.code);

const data = { id: 'usr_1', deleted_at: new Date().toISOString() };
const emitted = await stepward.events.emit({ type: 'user.deleted', tenantId: 'acme', data });
if (emitted.isErr()) throw new Error(emitted.error.code);

const sender = createWebhookSender();
const destinations = [await jsonLines('lines', EVENTS_FILE)];
await createDeliveryWorker({ outbox: stepward.outbox, sender, destinations }).runOnce();
await sender.close();
console.log(`appended the event ${emitted.value.id} to ${EVENTS_FILE}`);
