import { hasBinaries, startEmbeddedPostgres } from '@stepward/dev-postgres';
import { ALL_SHARDS } from '@stepward/core/adapter';
import pg from 'pg';
import { expect, it } from 'vitest';
import { emit } from '../../test/webhook-samples.js';
import { createPostgresStorage, migrate } from '../index.js';

it.each(([15, 18] as const).filter(hasBinaries))(
  'nothing is told by a cursor from before a process of Postgres %i crashed: it may have lost transactions, without a restart',
  async (version) => {
    const server = await startEmbeddedPostgres({ version });
    const pool = new pg.Pool({ connectionString: server.url, max: 1 });
    pool.on('error', () => undefined);
    try {
      await migrate({ pool });
      const storage = createPostgresStorage({ pool });
      const { queue } = storage;
      const before = await queue.arrivals(ALL_SHARDS, null, 10);
      await emit(storage, 'acme', 1);
      const { arrived } = await queue.arrivals(ALL_SHARDS, before.cursor, 10);
      expect(arrived!.events).toHaveLength(1);

      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]!.pid, 'SIGKILL');
      const recovered = () => queue.arrivals(ALL_SHARDS, before.cursor, 10).catch(() => null);
      await expect.poll(recovered).toMatchObject({ arrived: null });
    } finally {
      await pool.end();
      await server.stop();
    }
  },
);
