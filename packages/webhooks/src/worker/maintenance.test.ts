import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createMaintenance, type MaintenanceTask } from './maintenance.js';
import { createRecordingLogger } from '../../test/recording-logger.js';

function maintenanceWith(task: Partial<MaintenanceTask>) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  let runs = 0;
  const run = async (): Promise<void> => {
    runs += 1;
    await task.run?.();
  };
  const maintenance = createMaintenance([{ name: 'sweep', everyMs: 100, ...task, run }], {
    clock,
    logger,
  });
  return { clock, logger, maintenance, runs: () => runs };
}

describe('a maintenance task', () => {
  it('runs at first, and then when its time has passed', async () => {
    const { clock, maintenance, runs } = maintenanceWith({});
    for (const ms of [0, 99, 1, 50, 250]) {
      clock.advance(ms);
      maintenance.begin();
      await maintenance.settled();
    }
    expect(runs()).toBe(3);
  });

  it('runs again once the clock, which was ahead, is set back', async () => {
    const { clock, maintenance, runs } = maintenanceWith({});
    for (const ms of [3_600_000, -3_600_000, 99, 1]) {
      clock.advance(ms);
      maintenance.begin();
      await maintenance.settled();
    }
    expect(runs()).toBe(3);
  });

  it('is not begun while it is under way', async () => {
    let end = (): void => undefined;
    const { clock, maintenance, runs } = maintenanceWith({
      run: () => new Promise((resolve) => (end = resolve)),
    });
    maintenance.begin();
    clock.advance(1_000);
    maintenance.begin();
    expect(runs()).toBe(1);
    end();
    await maintenance.settled();
    maintenance.begin();
    expect(runs()).toBe(2);
    end();
  });

  it('is logged where it fails, once a minute, and runs again when it is due', async () => {
    const { clock, maintenance, logger, runs } = maintenanceWith({
      run: () => Promise.reject(new Error('no connection')),
    });
    for (const ms of [0, 100, 59_900]) {
      clock.advance(ms);
      maintenance.begin();
      await maintenance.settled();
    }
    expect(runs()).toBe(3);
    expect(logger.lines()).toEqual([
      ['warn', { task: 'sweep', reason: 'no connection' }, expect.any(String)],
      ['warn', { task: 'sweep', reason: 'no connection' }, expect.any(String)],
    ]);
  });
});
