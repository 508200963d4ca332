import { dirname } from 'node:path';
import type { EmbeddedPostgres } from '../start-embedded-postgres.js';
import { withClient } from '../with-client.js';
import { processState } from './process-state.js';

/** What a running embedded server has on its machine, and must not have once it ended. */
export interface ServerTraces {
  readonly directory: string;
  /** Postmaster, its background processes and, where `/proc` tells, the guard. */
  readonly processes: readonly number[];
  /** The id of its System V shared memory. */
  readonly sharedMemory: number;
}

interface Row {
  readonly data: string;
  /** The lines of the lock file. */
  readonly lock: readonly string[];
  readonly children: readonly number[];
}

export async function serverTraces(server: EmbeddedPostgres): Promise<ServerTraces> {
  return withClient(server.adminUrl, async (admin) => {
    const { rows } = await admin.query<Row>(
      `SELECT current_setting('data_directory') AS data,
              string_to_array(pg_read_file('postmaster.pid'), E'\\n') AS lock,
              (SELECT array_agg(pid) FROM pg_stat_activity) AS children`,
    );
    const { data, lock, children } = rows[0]!;
    const postmaster = Number(lock[0]);
    const guard = processState(postmaster)?.parent;
    const processes = [postmaster, ...children, ...(guard === undefined ? [] : [guard])];
    const sharedMemory = Number(lock[6]!.trim().split(/\s+/)[1]);
    return { directory: dirname(data), processes, sharedMemory };
  });
}
