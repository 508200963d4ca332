/**
 * A worker process that kills or freezes itself at a step that it is told. It looks at its own queries and at the
 * diagnostics of undici, so that nothing depends on timing.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { WebhookSender } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import { LOOPBACK } from '../harness/loopback.js';
import { crashStepward } from './crash-stepward.js';
import { createDoomedPool } from './doomed-pool.js';
import { workerSettings } from './settings.js';
import type { Doom } from './steps.js';

const doom = JSON.parse(process.argv[2] ?? '') as Doom;
const { reach, pool } = createDoomedPool(doom);

subscribe('undici:request:bodySent', () => reach('request written'));
subscribe('undici:request:headers', () => reach('answer begun'));

const clock = createFixedClock(new Date(doom.now));
const guarded = createWebhookSender({ targets: LOOPBACK, clock });
const sender: WebhookSender = {
  async send(request) {
    const outcome = await guarded.send(request);
    reach('answer read');
    return outcome;
  },
};
const { outbox } = crashStepward(pool, clock);
await createDeliveryWorker({ outbox, sender, clock, ...workerSettings }).runOnce();
// A process that gets here was not killed, which its exit code shows.
process.exit(0);
