import { EventEmitter } from 'node:events';
import { silentLogger, type Logger } from '@stepward/core';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPostgresStorage, migrate, type MigrateOptions } from './index.js';

const pool = new pg.Pool();

describe('the options of createPostgresStorage', () => {
  it.each<[unknown, RegExp]>([
    [undefined, /^createPostgresStorage: the options must be an object$/],
    [{}, /^createPostgresStorage: pool is missing; it must be a pool of connections/],
    [{ pool: 'postgres://secret@db' }, /^createPostgresStorage: pool must be a pool of [^@]*$/],
    [{ pool, schema: '' }, /^createPostgresStorage: schema must be a string of 1 to 63 bytes/],
    [{ pool, schema: 7 }, /^createPostgresStorage: schema must be a string/],
    [{ pool, prepare: 'no' }, /^createPostgresStorage: prepare must be true or false$/],
    [{ pool, lockWaitMs: 0 }, /^createPostgresStorage: lockWaitMs must be a positive integer/],
    [{ pool, maxLockWaiters: 1.5 }, /^createPostgresStorage: maxLockWaiters must be a positive/],
    [{ pool, logger: console.log }, /^createPostgresStorage: logger must be a Logger$/],
    [{ pool, poolSize: 3 }, /^createPostgresStorage: there is no option poolSize; the options are/],
  ])('%#: the wrong one is named', (options, message) => {
    const create = createPostgresStorage as (options: unknown) => unknown;
    expect(() => create(options)).toThrow(message);
  });
});

describe('the options of migrate', () => {
  it.each<[unknown, RegExp]>([
    [{}, /^migrate: pool is missing/],
    [{ pool: 'postgres://secret@db' }, /^migrate: pool must be a pool of [^@]*$/],
    [{ pool, grantTo: 'n'.repeat(64) }, /^migrate: grantTo must be a string of 1 to 63 bytes/],
    [{ pool, grant: 'app' }, /^migrate: there is no option grant; the options are/],
  ])('%#: the wrong one is named', async (options, message) => {
    await expect(migrate(options as MigrateOptions)).rejects.toThrow(message);
  });
});

it('a client in place of a pool is named at the first use', async () => {
  const client = { connect: () => Promise.resolve(undefined) };
  const storage = createPostgresStorage({ pool: client as unknown as pg.Pool });
  await expect(
    storage.lookUp('apiKey', { secretHash: 'a'.repeat(64), tenantId: null }),
  ).rejects.toThrow('pool must be a pool of connections, not a client');
});

it('eleven storages on one pool make one listener, and each logger gets a lost connection once', () => {
  const heard: string[] = [];
  const logger = (name: string): Logger => ({ ...silentLogger, warn: () => heard.push(name) });
  const shared = Object.assign(new EventEmitter(), { connect: () => pool.connect() });
  const loggers = [logger('one'), logger('other')];

  for (let count = 0; count < 11; count += 1) {
    createPostgresStorage({ pool: shared, logger: loggers[count % 2]! });
  }
  shared.emit('error', new Error('gone'));

  expect(shared.listenerCount('error')).toBe(1);
  expect(heard).toEqual(['one', 'other']);
});
