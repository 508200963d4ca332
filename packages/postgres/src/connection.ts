import type { IncidentLog } from './incident-log.js';
import type { PostgresExecutor, PostgresPool } from './postgres-pool.js';
import { takeClient } from './take-client.js';
import { unavailableOf } from './unavailable.js';

/** A connection that was taken from its pool. */
export interface Connection extends PostgresExecutor {
  /** Whether it was lost, or leads to a server that cannot be used: then it is closed, not given back. */
  isLost(): boolean;
  /** Gives it back, or closes it if it is lost or `isClean` is false. */
  release(isClean: boolean): void;
}

/**
 * Takes a connection. Errors that say that the database cannot be used are thrown as `StorageUnavailable`, and logged
 * once an incident.
 */
export async function openConnection(
  pool: PostgresPool,
  incidents: IncidentLog | undefined,
): Promise<Connection> {
  let isLost = false;

  function explain(error: unknown): unknown {
    const unavailable = unavailableOf(error);
    if (unavailable === null) return error;
    isLost = true;
    incidents?.begin(unavailable.message);
    return unavailable;
  }

  const client = await takeClient(pool).catch((error: unknown) => {
    throw explain(error);
  });
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
      try {
        const result = await client.query(query);
        incidents?.end();
        return result;
      } catch (error) {
        throw explain(error);
      }
    },
    release(isClean) {
      client.release(isLost || !isClean);
      client.removeListener('error', onError);
    },
  };
}
