import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { hasBinaries } from './locate-binaries.js';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { createTestPool } from './test-pool.js';
import { isRunning } from './testing/is-running.js';
import { queryRow } from './testing/query-row.js';
import { sharedMemory } from './testing/shared-memory.js';
import { serverTraces } from './testing/server-traces.js';

describe('an embedded Postgres', async () => {
  const server = await startEmbeddedPostgres();
  afterAll(() => server.stop());

  it('serves 20 connections at once, each by a backend of its own', async () => {
    const { pool, close } = createTestPool(server.url, { max: 20 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep(0.3)'),
      ),
    );
    expect(new Set(answers.map(({ rows }) => rows[0]!.pid)).size).toBe(20);
    expect(await close()).toBe(0);
  });

  it('is used through a role that row-level security binds', async () => {
    const role = await queryRow(
      server.url,
      `SELECT rolname, rolsuper, rolbypassrls, rolcreatedb
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({
      rolname: 'app',
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: true,
    });
    expect(await queryRow(server.adminUrl, 'SHOW is_superuser')).toEqual({ is_superuser: 'on' });
  });

  it('refuses connections without the password', async () => {
    const url = new URL(server.adminUrl);
    url.password = 'guess';
    await expect(queryRow(url.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('listens on the loopback address alone', async () => {
    const row = await queryRow(server.adminUrl, 'SHOW listen_addresses');
    expect(row).toEqual({ listen_addresses: '127.0.0.1' });
  });

  it('reports the output of Postgres when it cannot start', async () => {
    await expect(startEmbeddedPostgres({ maxConnections: -1 })).rejects.toThrow(
      '-1 is outside the valid range for parameter "max_connections"',
    );
  });
});

it.runIf(hasBinaries(15))(
  'the oldest version is there as well, where npm has its binaries',
  async () => {
    const server = await startEmbeddedPostgres({ version: 15 });
    try {
      expect(await queryRow(server.url, 'SHOW server_version')).toEqual({
        server_version: expect.stringMatching(/^15\./),
      });
    } finally {
      await server.stop();
    }
  },
);

describe('stopping an embedded Postgres', () => {
  it('leaves neither process nor directory, however often it is asked', async () => {
    const server = await startEmbeddedPostgres();
    const { processes, directory } = await serverTraces(server);
    expect(processes.filter(isRunning)).toContain(processes[0]);

    await Promise.all([server.stop(), server.stop()]);
    await server.stop();

    expect(processes.filter(isRunning)).toEqual([]);
    expect(existsSync(directory)).toBe(false);
  });

  it('clears up after a server that is down already', async () => {
    const server = await startEmbeddedPostgres();
    const traces = await serverTraces(server);

    await server.crash();
    expect(existsSync(traces.directory)).toBe(true);
    await server.stop();

    expect(traces.processes.filter(isRunning)).toEqual([]);
    expect(existsSync(traces.directory)).toBe(false);
    expect(sharedMemory()).not.toContain(traces.sharedMemory);
  });
});
