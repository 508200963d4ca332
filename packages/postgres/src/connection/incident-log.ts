import { systemClock, type Clock, type Logger } from '@stepward/core';
import { oncePerMinute } from '@stepward/core/adapter';

/** Logs when the database goes away and when it is back: one line each, however many requests meet it. */
export interface IncidentLog {
  /** The database cannot be used. */
  begin(reason: string): void;
  /** Whether an incident is under way. */
  isAway(): boolean;
  /** A statement that was sent during the incident has succeeded. */
  end(): void;
}

/** Of incidents that follow each other within a minute only the first is logged. */
export function createIncidentLog(
  logger: Logger,
  clock: Pick<Clock, 'now'> = systemClock,
): IncidentLog {
  const mayLog = oncePerMinute(clock);
  let isAway = false;
  return {
    begin(reason) {
      if (isAway || !mayLog()) return;
      isAway = true;
      logger.error({ reason }, 'the database cannot be used');
    },
    isAway: () => isAway,
    end() {
      if (!isAway) return;
      isAway = false;
      logger.info({}, 'the database can be used again');
    },
  };
}
