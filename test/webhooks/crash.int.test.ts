/**
 * Worker processes are killed at every step between claim and record, and what they leave behind is
 * finished by another: nothing that was committed is lost, and nothing that was sent is missing in the log.
 */
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDoomedWorker, type DoomedWorker } from './crash/build-doomed-worker.js';
import { openCrashRig, type CrashRig, type CrashRun } from './crash/crash-rig.js';
import { duplicatesOf, faultsOf, isAccepted } from './crash/delivery-log.js';
import { IN_FLIGHT } from './crash/settings.js';
import { STEPS, type Step } from './crash/steps.js';
import { startSink } from './harness/sink.js';

const RUNS_PER_STEP = 23;

/** What each run left, by its seed. */
const done = new Map<number, CrashRun>();

const databases = [await testDatabase(), await testDatabase()];
const sink = await startSink((response, request) =>
  response.writeHead(isAccepted(request) ? 204 : 500).end(),
);
let doomed: DoomedWorker | null = null;
let rigs: readonly CrashRig[] = [];

beforeAll(async () => {
  const built = await buildDoomedWorker();
  doomed = built;
  rigs = databases.map((database) => openCrashRig({ database, sink, doomed: built }));
});
afterAll(async () => {
  await Promise.all(rigs.map((rig) => rig.close()));
  await sink.close();
  await doomed?.remove();
});

/** As many at a time as there are rigs. */
async function runAll(step: Step, seeds: readonly number[]): Promise<void> {
  const waiting = [...seeds];
  const working = rigs.map(async (rig) => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      done.set(seed, await rig.run(step, seed));
    }
  });
  await Promise.all(working);
}

describe.each(STEPS.map((step, index) => [step, index] as const))(
  'a worker that is killed at: %s',
  (step, index) => {
    it('leaves nothing lost, nothing stuck and nothing out of the log', async () => {
      const seeds = Array.from({ length: RUNS_PER_STEP }, (_, n) => 1 + index * RUNS_PER_STEP + n);
      await runAll(step, seeds);
      for (const seed of seeds) {
        const { signal, deliveries } = done.get(seed)!;
        expect([seed, signal, deliveries.length]).toEqual([seed, 'SIGKILL', 10]);
        expect([seed, ...deliveries.flatMap(faultsOf)]).toEqual([seed]);
      }
    });
  },
);

describe('over more than 200 of those runs', () => {
  it('a kill doubles no more than what was in flight', () => {
    expect(done.size).toBeGreaterThanOrEqual(200);
    for (const [seed, { deliveries }] of done) {
      expect([seed, duplicatesOf(deliveries) <= IN_FLIGHT]).toEqual([seed, true]);
    }
  });

  it('some were doubled and some interrupted: the kills hit where they were meant to', () => {
    const deliveries = [...done.values()].flatMap((run) => run.deliveries);
    expect(duplicatesOf(deliveries)).toBeGreaterThan(0);
    const failures = deliveries.flatMap(({ log }) => log.map(({ failure }) => failure));
    expect(failures.filter((failure) => failure === 'interrupted').length).toBeGreaterThan(200);
  });
});
