/** A host process that changes numbers of people and notifies them, until it kills itself at a step that it is told. */
import { appendFileSync } from 'node:fs';
import { createFixedClock } from '@stepward/testing';
import { createDoomedPool } from './doomed-pool.js';
import { createNoticeHost, PEOPLE } from './notice-host.js';
import type { NoticeDoom } from './steps.js';

const doom = JSON.parse(process.argv[2] ?? '') as NoticeDoom;
const { reach, pool } = createDoomedPool(doom);
const clock = createFixedClock(new Date(doom.now));

const host = createNoticeHost(pool, clock, ({ noticeId }) => {
  reach('notice begun');
  appendFileSync(doom.sentFile, `${noticeId}\n`);
  reach('notice sent');
});
for (const identityId of PEOPLE) {
  await host.changePhone(doom.tenantId, identityId);
  await host.worker.runOnce();
}
// A process that gets here was not killed, which its exit code shows.
process.exit(0);
