import { systemClock, type Clock, type Logger } from '@stepward/core';
import { msBetween } from '@stepward/core/adapter';

/** Milliseconds by which the clocks of a process and its database may differ. */
export const CLOCK_TOLERANCE_MS = 60_000;

/** Compares the clock of the process with that of the database. */
export interface ClockCheck {
  /** Runs a statement that returns the database's clock, and compares; returns what `read` does. */
  compare<T>(read: () => Promise<T>, databaseNow: (result: T) => Date): Promise<T>;
}

/** A difference of more than a minute is logged once. */
export function createClockCheck(
  logger: Logger,
  clock: Pick<Clock, 'now'> = systemClock,
): ClockCheck {
  let isTold = false;
  return {
    async compare(read, databaseNow) {
      const before = clock.now();
      const result = await read();
      const aheadMs = aheadOf(before, databaseNow(result), clock.now());
      if (!isTold && Math.abs(aheadMs) > CLOCK_TOLERANCE_MS) {
        isTold = true;
        logger.error({ aheadMs }, 'the clock of this process differs from that of the database');
      }
      return result;
    },
  };
}

/**
 * The milliseconds by which the process is ahead of the database, negative if it is behind, at least; 0 if the database
 * was asked between the two times of the process.
 */
export function aheadOf(before: Date, database: Date, after: Date): number {
  if (database < before) return msBetween(database, before);
  return database > after ? -msBetween(after, database) : 0;
}
