import { createFixedClock } from '@stepward/core/testing';
import { describe, expect, it } from 'vitest';
import { createChores, type Chore } from './chores.js';
import { createRecordingLogger } from '../test/recording-logger.js';

function choresWith(chore: Partial<Chore>) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    await chore.run?.();
  };
  const chores = createChores([{ name: 'sweep', everyMs: 100, ...chore, run }], { clock, logger });
  return { clock, logger, chores, runs: () => runs };
}

describe('a chore', () => {
  it('runs at first, and then when its time has passed', async () => {
    const { clock, chores, runs } = choresWith({});
    for (const ms of [0, 99, 1, 50, 250]) {
      clock.advance(ms);
      chores.begin();
      await chores.settled();
    }
    expect(runs()).toBe(3);
  });

  it('is not begun while it is under way', async () => {
    let end = (): void => undefined;
    const { clock, chores, runs } = choresWith({
      run: () => new Promise((resolve) => (end = resolve)),
    });
    chores.begin();
    clock.advance(1_000);
    chores.begin();
    expect(runs()).toBe(1);
    end();
    await chores.settled();
    chores.begin();
    expect(runs()).toBe(2);
    end();
  });

  it('is logged where it fails, and runs again when it is due', async () => {
    const { clock, chores, logger, runs } = choresWith({
      run: () => Promise.reject(new Error('no connection')),
    });
    chores.begin();
    await chores.settled();
    clock.advance(100);
    chores.begin();
    await chores.settled();
    expect(runs()).toBe(2);
    expect(logger.lines()).toEqual([
      ['warn', { chore: 'sweep', reason: 'no connection' }, expect.any(String)],
      ['warn', { chore: 'sweep', reason: 'no connection' }, expect.any(String)],
    ]);
  });
});
