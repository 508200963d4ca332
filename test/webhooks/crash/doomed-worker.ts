/**
 * A worker process that kills or freezes itself at a step that it is told. It looks at its own queries and at the
 * diagnostics of undici, so that nothing depends on timing.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { WebhookSender } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import type { PostgresPool } from '@stepward/postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import pg from 'pg';
import { LOOPBACK } from '../harness/loopback.js';
import { crashStepward } from './crash-stepward.js';
import { workerSettings } from './settings.js';
import { DOOMED, type Doom, type Step } from './steps.js';

const doom = JSON.parse(process.argv[2] ?? '') as Doom;
let count = 0;

function reach(step: Step): void {
  if (step !== doom.step) return;
  count += 1;
  if (count === doom.nth) process.kill(process.pid, doom.signal);
}

/** A pool. Its clients tell how far their queries have got. */
function watched(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      return {
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
        release: (destroy) => client.release(destroy),
        async query(query) {
          const kind = query.text === 'commit' ? 'commit' : 'statement';
          const answered = client.query(query);
          reach(`${kind} sent`);
          const result = await answered;
          reach(`${kind} answered`);
          return result;
        },
      };
    },
  };
}

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
const pool = new pg.Pool({
  connectionString: doom.databaseUrl,
  application_name: DOOMED,
  max: 2,
});
const { outbox } = crashStepward(watched(pool), clock);
await createDeliveryWorker({ outbox, sender, clock, ...workerSettings }).runOnce();
// A process that gets here was not killed, which its exit code shows.
process.exit(0);
