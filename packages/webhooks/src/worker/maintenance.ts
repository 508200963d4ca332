import type { Clock, Logger } from '@stepward/core';
import { oncePerMinute } from '@stepward/core/adapter';
import { reasonOf } from '../reason-of.js';

/** A periodic task. */
export interface MaintenanceTask {
  /** Its name in the log, if it fails. */
  readonly name: string;
  /** Milliseconds from the beginning of one run to that of the next. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** Runs periodic maintenance. */
export interface Maintenance {
  /** Starts the tasks that are due and not running, without waiting for them. */
  begin(): void;
  settled(): Promise<void>;
}

/**
 * A task that fails is logged, at most once a minute, and runs again when it is next due. After the clock was set back, all are due.
 */
export function createMaintenance(
  tasks: readonly MaintenanceTask[],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): Maintenance {
  const mayWarnOf = new Map(tasks.map((task) => [task, oncePerMinute(clock)]));
  const begunAt = new Map<MaintenanceTask, number>();
  const underWay = new Map<MaintenanceTask, Promise<void>>();

  async function run(task: MaintenanceTask): Promise<void> {
    try {
      await task.run();
    } catch (thrown) {
      if (mayWarnOf.get(task)?.()) {
        const line = { task: task.name, reason: reasonOf(thrown) };
        logger.warn(line, 'maintenance of the delivery worker failed');
      }
    }
    underWay.delete(task);
  }

  return {
    begin() {
      const now = clock.now().getTime();
      for (const task of tasks) {
        const elapsed = now - (begunAt.get(task) ?? -Infinity);
        if (underWay.has(task) || (elapsed >= 0 && elapsed < task.everyMs)) continue;
        begunAt.set(task, now);
        underWay.set(task, run(task));
      }
    },
    async settled() {
      await Promise.all(underWay.values());
    },
  };
}
