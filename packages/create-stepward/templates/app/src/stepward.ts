import { createKeyRing, createStepward } from '@stepward/core';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import { createPostgresStorage, migrate } from '@stepward/postgres';
import {
  createDeliveryWorker,
  createWebhookSender,
  createWebhookTargets,
} from '@stepward/webhooks';
import { closeDatabase, pool } from './database.js';
import { events } from './events.js';
import { sessionOf } from './sessions.js';
import { smsSender } from './sms-sender.js';

const { CODE_KEY = '', WEBHOOK_KEY = '', NODE_ENV } = process.env;
const keyRing = (id: string, secret: string) => createKeyRing({ active: { id, secret } });

/** In development, webhooks may go to this machine. In production, they go to public addresses only. */
const targets =
  NODE_ENV === 'production'
    ? {}
    : { targets: { allow: ['127.0.0.1/32'], allowHttp: ['127.0.0.1/32'] } };

export const stepward = createStepward({
  storage: createPostgresStorage({ pool }),
  smsSender,
  codeKeys: keyRing('codes-1', CODE_KEY),
  webhooks: { keys: keyRing('webhooks-1', WEBHOOK_KEY), targets: createWebhookTargets(targets) },
  events,
});
export const accessTokens = createOpaqueTokenAuthenticator(sessionOf);
export const api = createHttpApi({ stepward, accessTokens });

const sender = createWebhookSender(targets);
const worker = createDeliveryWorker({ outbox: stepward.outbox, sender });

/** Call it before the first request. In production, migrate when you deploy instead: `npx stepward migrate`. */
export async function start(): Promise<void> {
  await migrate({ pool });
  await stepward.ready();
  worker.start();
}

/** Call it after the last request. */
export async function stop(): Promise<void> {
  await worker.stop();
  await sender.close();
  await closeDatabase();
}
