import type { HostTransaction } from '@stepward/core';
import pg from 'pg';
import { expect, expectTypeOf, it } from 'vitest';
import {
  createPostgresStorage,
  migrate,
  type MigrateOptions,
  type PostgresClient,
  type PostgresExecutor,
  type PostgresPool,
  type PostgresStorageOptions,
} from '../index.js';

it("pg's own pool and clients fit without a cast", () => {
  expectTypeOf<pg.Pool>().toExtend<PostgresPool>();
  expectTypeOf<pg.PoolClient>().toExtend<PostgresClient>();
  expectTypeOf<pg.Client>().toExtend<PostgresExecutor>();
  expectTypeOf<{ pool: pg.Pool }>().toExtend<PostgresStorageOptions>();
  expectTypeOf<{ pool: pg.Pool }>().toExtend<MigrateOptions>();
  expect(createPostgresStorage({ pool: new pg.Pool() })).toBeDefined();
});

it("pg's clients fit as a transaction of the host's, and a pool does not", () => {
  expectTypeOf<pg.PoolClient>().toExtend<HostTransaction>();
  expectTypeOf<pg.Client>().toExtend<HostTransaction>();
  expectTypeOf<pg.Pool>().not.toExtend<HostTransaction>();
});

it('a pool that reports no errors fits as well', () => {
  const connect = (): Promise<PostgresClient> => Promise.reject(new Error('no server'));
  expect(createPostgresStorage({ pool: { connect } })).toBeDefined();
});

it.each([
  [
    'a unit of work',
    (pool: PostgresPool) =>
      createPostgresStorage({ pool }).purge({
        now: new Date(0),
        eventsUntil: new Date(0),
        deliveriesUntil: new Date(0),
      }),
  ],
  ['a migration', (pool: PostgresPool) => migrate({ pool })],
])('%s rejects with the reason where the pool has no connection to give', async (_, use) => {
  const connect = (): Promise<PostgresClient> => Promise.reject(new Error('no server'));
  await expect(use({ connect })).rejects.toThrow('no server');
});
