/**
 * Workers end at random calls of their storage, before and after it commits, and some of them go on when others have taken over.
 * `CRASHES` sets how many end.
 */
import { testDatabase } from '@stepward/dev-postgres';
import { createFixedClock, createSeededRandom } from '@stepward/testing';
import { createWebhookSender } from '@stepward/webhooks';
import { afterAll, expect, it } from 'vitest';
import { tier } from '../harness/tier.js';
import { createCrashTenant, SUBSCRIBERS } from './crash/crash-host.js';
import { crashStepward } from './crash/crash-stepward.js';
import { faultsOf, isAccepted, repeatsOf } from './crash/delivery-log.js';
import { endLeases } from './crash/end-leases.js';
import { createMortalWorker, ENDS, type MortalWorker } from './crash/mortal-worker.js';
import { LOOPBACK } from './harness/loopback.js';
import { startSink } from './harness/sink.js';

const CRASHES = Number(process.env['CRASHES'] ?? (tier === 'full' ? 60 : 15));

/** Workers of one seed, each after some more events. */
const LIVES = 6;
const EVENTS = 3;

/** Workers that do the rest: one for each attempt of a delivery, and some that find shards owned. */
const HEIRS = 8;

/** Calls of a worker that delivers these events, about. */
const CALLS = 30;

const RETRY_OVER_MS = 6 * 60_000;

const database = await testDatabase();
const pool = database.pool({ max: 8 });
const sink = await startSink((response, request) =>
  response.writeHead(isAccepted(request) ? 204 : 500).end(),
);
const clock = createFixedClock();
const sender = createWebhookSender({ targets: LOOPBACK, clock });
const stepward = crashStepward(pool, clock);
afterAll(async () => {
  await sender.close();
  await sink.close();
});

/** Lets workers end one after the other over one tenant's events, and another do the rest. */
async function run(seed: number) {
  const random = createSeededRandom(seed);
  const tenant = await createCrashTenant(stepward, `tenant-${String(seed)}`, sink);
  const ends: string[] = [];
  const workers: MortalWorker[] = [];
  for (let life = 0; life < LIVES; life += 1) {
    await tenant.emit(EVENTS);
    const nth = 1 + random.integer(CALLS);
    const end = ENDS[random.integer(ENDS.length)]!;
    const worker = createMortalWorker({ pool, clock, sender, nth, end });
    workers.push(worker);
    const ended = await worker.run();
    if (ended !== null) ends.push(ended);
    await endLeases(pool);
    clock.advance(random.integer(RETRY_OVER_MS));
  }
  for (const worker of workers) await worker.thaw();
  for (let heirs = 0; heirs < HEIRS && !(await tenant.isSettled()); heirs += 1) {
    // A call that a frozen worker gave up waiting for may come late, and take shards for one more lease.
    await endLeases(pool);
    const heir = createMortalWorker({ pool, clock, sender, nth: Infinity, end: 'killed before' });
    await heir.run();
    clock.advance(RETRY_OVER_MS);
  }
  return { ends, deliveries: await tenant.log() };
}

it(
  `${String(CRASHES)} workers that end at any call of their storage lose nothing, and record nothing twice`,
  { timeout: 1_800_000 },
  async () => {
    const ends: string[] = [];
    let repeats = 0;
    for (let seed = 1; ends.length < CRASHES; seed += 1) {
      const { deliveries, ends: endsOfSeed } = await run(seed);
      expect([seed, deliveries.length]).toEqual([seed, LIVES * EVENTS * SUBSCRIBERS]);
      expect([seed, ...deliveries.flatMap(faultsOf)]).toEqual([seed]);
      ends.push(...endsOfSeed);
      repeats += repeatsOf(deliveries);
    }
    expect(new Set(ends.map((end) => end.split(' ').at(-1)))).toContain('finish');
    if (process.env['CRASHES']) console.info(countEach(ends), { repeats });
  },
);

function countEach(names: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of names.toSorted()) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
