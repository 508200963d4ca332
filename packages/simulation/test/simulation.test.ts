import { describe, expect, inject, it } from 'vitest';
import { runBundle } from './run-bundle.js';

/** Of each world; the quick tier has a few seconds. */
const SEEDS = inject('tier') === 'full' ? 190 : 2;

/** Both worlds of both runs. */
const LEAST_STEPS = inject('tier') === 'full' ? 1_000_000 : 10_000;

describe('the simulated worlds', () => {
  it('keep all promises, and two runs of each seed do the same', async () => {
    const args = ['--seeds', String(SEEDS)];
    const [one, other] = await runBundle(null, [args, args]);
    expect(one).toMatchObject({ exitCode: 0 });
    expect(other).toEqual(one);
    const steps = [...(one?.text ?? '').matchAll(/: (\d+) steps/g)].map(([, count]) =>
      Number(count),
    );
    expect(steps).toHaveLength(2 * SEEDS);
    expect(2 * steps.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(LEAST_STEPS);
  });
});
