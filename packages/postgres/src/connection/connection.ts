import { StorageUnavailable, systemClock, type Clock } from '@stepward/core';
import type { IncidentLog } from './incident-log.js';
import type { PostgresClient, PostgresExecutor, PostgresPool } from './postgres-pool.js';
import { takeClient } from './take-client.js';
import { unavailableOf } from './unavailable.js';

/** A connection that was taken from its pool. */
export interface Connection extends PostgresExecutor {
  /** Whether it was lost, or leads to a server that cannot be used: then it is closed, not given back. */
  isLost(): boolean;
  /** Gives it back, or closes it if it is lost or `isClean` is false. */
  release(isClean: boolean): void;
}

export interface ConnectionOptions {
  readonly pool: PostgresPool;
  /** Gets each failure and success of the database; undefined for none. */
  readonly incidents?: IncidentLog | undefined;
  /** Milliseconds to wait for a connection, and for each answer; undefined for no bound. */
  readonly answerWithinMs?: number;
  /** Measures that time; the machine's clock by default. */
  readonly clock?: Pick<Clock, 'timeout'>;
}

/**
 * Takes a connection. Errors that say that the database cannot be used are thrown as `StorageUnavailable`, and logged
 * once an incident.
 */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const { pool, incidents, answerWithinMs, clock = systemClock } = options;
  let isLost = false;

  function fail(error: unknown): never {
    const unavailable = unavailableOf(error);
    if (unavailable === null) throw error;
    isLost = true;
    incidents?.begin(unavailable.message);
    throw unavailable;
  }

  function inTime<T>(answer: Promise<T>): Promise<T> {
    return answerWithinMs === undefined ? answer : within(answer, answerWithinMs, clock);
  }

  const client = await takeInTime(takeClient(pool), inTime).catch(fail);
  // A client that loses its connection between two queries emits `error`, which would end the process without a
  // listener. Its next query fails.
  const onError = (error: Error): void => {
    isLost = true;
    incidents?.begin(error.message);
  };
  client.on('error', onError);

  return {
    isLost: () => isLost,
    async query(query) {
      // What was sent before an incident may still succeed, and says nothing about its end.
      const wasAway = incidents?.isAway() === true;
      const result = await inTime(client.query(query)).catch(fail);
      if (wasAway) incidents.end();
      return result;
    },
    release(isClean) {
      client.release(isLost || !isClean);
      client.removeListener('error', onError);
    },
  };
}

/** A client that comes too late is closed. */
export async function takeInTime(
  taking: Promise<PostgresClient>,
  inTime: <T>(answer: Promise<T>) => Promise<T>,
): Promise<PostgresClient> {
  try {
    return await inTime(taking);
  } catch (error) {
    if (error instanceof StorageUnavailable) {
      taking.then(
        (late) => late.release(true),
        () => undefined,
      );
    }
    throw error;
  }
}

/** A late answer or failure is ignored. */
export function within<T>(
  answer: Promise<T>,
  ms: number,
  clock: Pick<Clock, 'timeout'>,
): Promise<T> {
  const deadline = clock.timeout(ms);
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(new StorageUnavailable(`the database has not answered for ${String(ms)} ms`));
    };
    deadline.addEventListener('abort', giveUp, { once: true });
    answer.finally(() => deadline.removeEventListener('abort', giveUp)).then(resolve, reject);
  });
}
