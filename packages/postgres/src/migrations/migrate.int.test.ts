import { testDatabase } from '@stepward/dev-postgres';
import { createRecordingLogger } from '@stepward/testing';
import { expect, it } from 'vitest';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { emit } from '../../test/webhook-samples.js';
import { createPostgresStorage, migrate, migrationScript, migrationStatus } from '../index.js';
import { takeMigrationLock } from './migration-script.js';

const ALL = [
  '0001-factors',
  '0002-management',
  '0003-webhooks',
  '0004-idempotency',
  '0005-request-limits',
  '0006-authentication-log',
];

const database = await testDatabase();
const pool = database.pool();

it('eight hosts that start at once apply each migration once', async () => {
  const hosts = Array.from({ length: 8 }, () => database.pool({ max: 1 }));
  const applied = await Promise.all(hosts.map((host) => migrate({ pool: host, schema: 'eight' })));
  expect(applied.filter((ids) => ids.length > 0)).toEqual([ALL]);
  const { rows } = await pool.query('select id from eight.migrations order by id');
  expect(rows).toEqual(ALL.map((id) => ({ id })));
});

it('a second run applies nothing and leaves what is stored', async () => {
  const { identities } = stepwardOver(createPostgresStorage({ pool }));
  (await identities.put('acme', person('ada')))._unsafeUnwrap();
  expect(await migrate({ pool })).toEqual([]);
  expect(await identities.find('acme', 'ada')).toEqual(person('ada'));
});

it.each([
  ['Zweite "Quelle"', 'zweite'],
  ['a$append_event$b', String.raw`it's \ $$`],
])('two schemas on one pool keep apart, whatever their names: %j, %j', async (...names) => {
  const [first, second] = names.map((schema) => createPostgresStorage({ pool, schema }));
  for (const schema of names) expect(await migrate({ pool, schema })).toEqual(ALL);

  (await stepwardOver(first!).identities.put('acme', person('ada')))._unsafeUnwrap();
  for (const storage of [first!, second!]) await emit(storage, 'acme', 1);

  expect(await stepwardOver(first!).identities.find('acme', 'ada')).toEqual(person('ada'));
  expect(await stepwardOver(second!).identities.find('acme', 'ada')).toBeNull();
});

it('a schema that exists already is used', async () => {
  await pool.query('create schema provided');
  expect(await migrate({ pool, schema: 'provided' })).toEqual(ALL);
});

it.each(['scripted', String.raw`it's "a" \ $$ script`])(
  'the script for %j makes what migrate makes',
  async (schema) => {
    await pool.query(migrationScript({ schema }));
    expect(await migrate({ pool, schema })).toEqual([]);
    expect(await contentsOf(schema)).toEqual(await contentsOf('stepward'));
  },
);

/** Columns with their types and rights, and routines. */
async function contentsOf(schema: string): Promise<unknown> {
  const { rows } = await pool.query(
    `select relname, attname, atttypid, relacl::text from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = (select oid from pg_namespace where nspname = $1)
     union all select proname, null, prorettype, proacl::text from pg_proc
      where pronamespace = (select oid from pg_namespace where nspname = $1)
     order by 1, 2`,
    [schema],
  );
  return rows;
}

it('the status says when each migration was applied, and which are pending', async () => {
  const statusOf = async () => {
    const status = await migrationStatus({ pool, schema: 'in_part' });
    return status.map(({ id, state, appliedAt }) => [id, state, appliedAt instanceof Date]);
  };
  expect(await statusOf()).toEqual(ALL.map((id) => [id, 'pending', false]));
  await migrate({ pool, schema: 'in_part' });
  await pool.query(`delete from in_part.migrations where id like '0006%'`);
  await pool.query(`update in_part.migrations set checksum = 'another' where id like '0001%'`);
  await pool.query(`insert into in_part.migrations (id, checksum) values ('9999-later', 'x')`);
  expect(await statusOf()).toEqual([
    ['0001-factors', 'changed', true],
    ...ALL.slice(1, -1).map((id) => [id, 'applied', true]),
    ['0006-authentication-log', 'pending', false],
    ['9999-later', 'unknown', true],
  ]);
});

it('another process that migrates is waited for, which is said, and not for ever', async () => {
  const other = await pool.connect();
  await other.query(`begin; ${takeMigrationLock('awaited')}`);
  const logger = createRecordingLogger();
  const waiting = migrate({ pool, schema: 'awaited', lockWaitMs: 10, logger });
  await expect(waiting).rejects.toThrow(
    'another process has been migrating the schema "awaited" for more than 10 ms',
  );
  expect(logger.lines).toMatchObject([
    { level: 'warn', message: 'waiting for another process that migrates the schema' },
  ]);
  await other.query('rollback');
  other.release();
  expect(await migrate({ pool, schema: 'awaited', lockWaitMs: 10 })).toEqual(ALL);
});

it('the script ends on a server that is too old', async () => {
  const script = migrationScript({ schema: 'too_old' }).replace('150000', '990000');
  const client = await pool.connect();
  await expect(client.query(script)).rejects.toThrow(/^Postgres \d.* is too old for Stepward: use/);
  client.release(true);
});

it('a run that fails leaves nothing behind', async () => {
  const failing = migrate({ pool, schema: 'halfway', grantTo: 'nobody at all' });
  await expect(failing).rejects.toThrow('role "nobody at all" does not exist');
  const { rows } = await pool.query(`select to_regnamespace('halfway') as schema`);
  expect(rows).toEqual([{ schema: null }]);
});

it.each(['', 'n'.repeat(64), 'zero\0'])('%j is refused as a schema and as a role', async (name) => {
  await expect(migrate({ pool, schema: name })).rejects.toThrow(TypeError);
  await expect(migrate({ pool, grantTo: name })).rejects.toThrow(TypeError);
  expect(() => createPostgresStorage({ pool, schema: name })).toThrow(TypeError);
});
