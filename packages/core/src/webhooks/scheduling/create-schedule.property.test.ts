import fc from 'fast-check';
import { describe, inject, it } from 'vitest';
import { createScheduleWorld, STEPS, type Step } from '../../../test/schedule-world.js';
import type { ScheduleOptions } from './schedule.js';

const isFull = inject('tier') === 'full';

const options: fc.Arbitrary<ScheduleOptions> = fc.record({
  slots: fc.integer({ min: 1, max: 9 }),
  perSubscriber: fc.integer({ min: 1, max: 4 }),
  perSecond: fc.option(fc.integer({ min: 1, max: 3 })),
  circuitBreaker: fc.boolean(),
  maxRows: fc.integer({ min: 1, max: 150 }),
});

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({ type: fc.constantFrom(...STEPS), n: fc.nat({ max: 100_000 }) }),
  { maxLength: 400, size: 'max' },
);

describe('a schedule, with calls in any order at any times,', () => {
  it('exceeds no cap and no rate, starts only what is pending, none of it twice, and all of it in the end', () => {
    fc.assert(
      fc.property(options, steps, (settings, taken) => {
        const world = createScheduleWorld(settings);
        for (const step of taken) world.step(step);
        world.workOff();
      }),
      { numRuns: isFull ? 2_000 : 100 },
    );
  });
});
