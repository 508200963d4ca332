/**
 * Worker processes are killed or frozen at every step from finding a delivery to having recorded its attempt, and what they leave behind is
 * finished by another: nothing that was committed is lost, and nothing is recorded twice.
 */
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDoomedWorker, type DoomedWorkers } from './crash/build-doomed-worker.js';
import { openCrashRig, type CrashRig, type CrashRun } from './crash/crash-rig.js';
import { faultsOf, isAccepted, repeatsOf } from './crash/delivery-log.js';
import { UNRECORDED } from './crash/settings.js';
import { STEPS } from './crash/steps.js';
import { startSink } from './harness/sink.js';

/** Processes that are killed at each step. */
const KILLS_PER_STEP = Number(process.env['KILLS_PER_STEP'] ?? 5);

const databases = [await testDatabase(), await testDatabase()];
const sink = await startSink((response, request) =>
  response.writeHead(isAccepted(request) ? 204 : 500).end(),
);
let doomed: DoomedWorkers | null = null;
let rigs: readonly CrashRig[] = [];
let repeats = 0;

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
async function runAll(
  seeds: readonly number[],
  run: (rig: CrashRig, seed: number) => Promise<CrashRun>,
): Promise<readonly (CrashRun & { readonly seed: number })[]> {
  const waiting = [...seeds];
  const done: (CrashRun & { readonly seed: number })[] = [];
  const working = rigs.map(async (rig) => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      done.push({ ...(await run(rig, seed)), seed });
    }
  });
  await Promise.all(working);
  return done;
}

describe.each(STEPS.map((step, index) => [step, index] as const))(
  'a worker that is killed at: %s',
  (step, index) => {
    it('leaves nothing lost, nothing stuck and nothing recorded twice', async () => {
      const seeds = Array.from({ length: KILLS_PER_STEP }, (_, n) => index * KILLS_PER_STEP + n);
      const done = await runAll(seeds, (rig, seed) => rig.kill(step, seed));
      for (const { seed, signal, deliveries } of done) {
        expect([seed, signal, deliveries.length]).toEqual([seed, 'SIGKILL', 10]);
        expect([seed, ...deliveries.flatMap(faultsOf)]).toEqual([seed]);
        expect([seed, repeatsOf(deliveries) <= UNRECORDED]).toEqual([seed, true]);
        repeats += repeatsOf(deliveries);
      }
    });
  },
);

it('some of those deliveries were sent again: the kills hit where they were meant to', () => {
  expect(repeats).toBeGreaterThan(0);
});

describe.runIf(process.platform === 'linux')('a worker process that is frozen', () => {
  it.each(['request written', 'answer read', 'statement sent', 'statement answered'] as const)(
    'at: %s, and goes on when its shards have another owner, records nothing',
    async (step) => {
      const seeds = [1, 2, 3].map((n) => 10_000 + 10 * STEPS.indexOf(step) + n);
      const done = await runAll(seeds, (rig, seed) => rig.freeze(step, seed));
      for (const { seed, deliveries } of done) {
        expect([seed, deliveries.length]).toEqual([seed, 10]);
        expect([seed, ...deliveries.flatMap(faultsOf)]).toEqual([seed]);
      }
    },
  );
});
