/**
 * Host processes that change numbers of people, and notify them, are killed at every step. What was committed is notified at least
 * once, by the dead process or by the next one; what was rolled back never is.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFixedClock, createSeededRandom } from '@stepward/testing';
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildDoomedWorker, type DoomedWorkers } from './crash/build-doomed-worker.js';
import { leftBy } from './crash/crash-rig.js';
import { endLeases } from './crash/end-leases.js';
import { createNoticeHost } from './crash/notice-host.js';
import { NOTICE_STEPS, type NoticeStep } from './crash/steps.js';
import { tier } from '../harness/tier.js';

const KILLS = tier === 'full' ? 50 : NOTICE_STEPS.length;

/** How often a process gets to a step at least. */
const OCCURRENCES: Readonly<Record<NoticeStep, number>> = {
  'statement sent': 100,
  'statement answered': 100,
  'commit sent': 30,
  'commit answered': 30,
  'notice begun': 3,
  'notice sent': 3,
};

const database = await testDatabase();
const pool = database.pool({ max: 4 });
const clock = createFixedClock();
const sent: string[] = [];
const heir = createNoticeHost(pool, clock, ({ noticeId }) => sent.push(noticeId));
let doomed: DoomedWorkers | null = null;
let directory = '';
let repeats = 0;
let rolledBack = 0;

beforeAll(async () => {
  doomed = await buildDoomedWorker('doomed-notifier.ts');
  directory = await mkdtemp(join(tmpdir(), 'stepward-notices-'));
});
afterAll(async () => {
  await doomed?.remove();
  await rm(directory, { recursive: true });
});

/** The ids of the changes that were committed, and how many entries of the log say so. */
async function committedIn(tenantId: string) {
  const { events, authenticationLog } = heir.stepward;
  const changes = await events.list(tenantId, { type: 'mfa.phone_changed' }, { limit: 100 });
  const log = await authenticationLog.list(tenantId, { type: 'phone.verified' }, { limit: 100 });
  return { ids: changes.items.map(({ id }) => id), logged: log.items.length };
}

async function kill(seed: number, step: NoticeStep) {
  const tenantId = `tenant-${String(seed)}`;
  const sentFile = join(directory, tenantId);
  await writeFile(sentFile, '');
  const nth = 1 + createSeededRandom(seed).integer(OCCURRENCES[step]);
  const now = clock.now().toISOString();
  const told = { databaseUrl: database.url, now, step, nth, tenantId, sentFile };
  const signal = await doomed?.run({ ...told, signal: 'SIGKILL' });
  await expect.poll(() => leftBy(pool), { interval: 5 }).toBe(0);
  const committed = await committedIn(tenantId);
  await endLeases(pool);
  sent.length = 0;
  await heir.worker.runOnce();
  const before = (await readFile(sentFile, 'utf8')).split('\n').filter((line) => line !== '');
  return { signal, committed, notices: [...before, ...sent] };
}

it.each(
  Array.from({ length: KILLS }, (_, seed) => [seed, NOTICE_STEPS[seed % NOTICE_STEPS.length]!]),
)(
  'kill %d, at: %s, leaves no committed change without its notice, and no notice without its change',
  async (seed, step) => {
    const { signal, committed, notices } = await kill(seed, step);
    expect(signal).toBe('SIGKILL');
    expect(committed.logged).toBe(committed.ids.length);
    expect([...new Set(notices)].toSorted()).toEqual(committed.ids.toSorted());
    repeats += notices.length - committed.ids.length;
    rolledBack += committed.ids.length < 3 ? 1 : 0;
  },
);

it('some notices were sent twice, and some changes were lost: the kills hit where they were meant to', () => {
  expect(repeats).toBeGreaterThan(0);
  expect(rolledBack).toBeGreaterThan(0);
});
