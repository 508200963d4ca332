import { testDatabase } from '@stepward/dev-postgres';
import { createRecordingLogger } from '@stepward/testing';
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { newEvent } from '../../test/webhook-samples.js';
import {
  createPostgresStorage,
  migrate,
  MigrationChanged,
  NotMigrated,
  postgresLimits,
  type PostgresPool,
} from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 2 });
const { rows: roles } = await pool.query<{ role: string }>('select current_user as role');
const { role } = roles[0]!;

it('a database that was never migrated is detected at start, and the error says what to call', async () => {
  const stepward = stepwardOver(createPostgresStorage({ pool, schema: 'never' }));
  await expect(stepward.ready()).rejects.toThrow(
    'the database schema "never" is missing or out of date: call migrate() of @stepward/postgres, ' +
      'or run "npx stepward migrate", before the service starts',
  );
  await migrate({ pool, schema: 'never' });
  await stepward.ready();
});

it('a database with older tables is found at start', async () => {
  await migrate({ pool, schema: 'older' });
  await pool.query(`delete from older.migrations where id like '0006%'`);
  const storage = createPostgresStorage({ pool, schema: 'older' });
  await expect(storage.ready()).rejects.toThrow(NotMigrated);
});

it.each([
  `update changed.migrations set checksum = 'another' where id = '0003-webhooks'`,
  'alter table changed.migrations drop column checksum',
])(
  'a schema whose migrations were other statements is neither used nor migrated: %s',
  async (change) => {
    await migrate({ pool, schema: 'changed' });
    await pool.query(change);
    const refusal = /made by another pre-release: its migrations .*0003-webhooks.* differ/;
    await expect(createPostgresStorage({ pool, schema: 'changed' }).ready()).rejects.toThrow(
      refusal,
    );
    await expect(migrate({ pool, schema: 'changed' })).rejects.toThrow(MigrationChanged);
    await pool.query('drop schema changed cascade');
  },
);

it('a schema of a newer version is used with a warning', async () => {
  await migrate({ pool, schema: 'newer' });
  await pool.query(`insert into newer.migrations (id, checksum) values ('9999-later', 'x')`);
  const logger = createRecordingLogger();
  await createPostgresStorage({ pool, schema: 'newer', logger }).ready();
  expect(logger.lines).toMatchObject([{ level: 'warn', fields: { migrations: ['9999-later'] } }]);
});

it.each([
  [{ version_number: 140_011, version: '14.11' }, 'Postgres 14.11 is too old for Stepward: use'],
  [{ is_standby: true }, 'the database server is a standby, which accepts no writes: connect to'],
])('a server that says %j is refused by ready and by migrate', async (state, refusal) => {
  const answering = serverThatSays(state);
  await expect(createPostgresStorage({ pool: answering }).ready()).rejects.toThrow(refusal);
  await expect(migrate({ pool: answering, schema: 'refused' })).rejects.toThrow(refusal);
});

it('a database that is read-only is refused, with the setting to change', async () => {
  const readOnly = database.pool({ max: 1, options: '-c default_transaction_read_only=on' });
  await expect(createPostgresStorage({ pool: readOnly }).ready()).rejects.toThrow(
    'because default_transaction_read_only is on: switch it off',
  );
});

it('a role that row-level security does not bind is reported once at start, or refused', async () => {
  const logger = createRecordingLogger();
  const superuser = serverThatSays({ bypasses_rls: true });
  await createPostgresStorage({ pool: superuser, logger }).ready();
  expect(logger.lines).toMatchObject([
    { level: 'warn', message: expect.stringContaining('row-level security does not bind') },
  ]);
  const strict = createPostgresStorage({ pool: superuser, requireRowSecurity: true });
  await expect(strict.ready()).rejects.toThrow('connect as an ordinary role');
});

it('a clock that differs from that of the database by more than a minute is logged at start', async () => {
  const logger = createRecordingLogger();
  const later = serverThatSays({ now: new Date(Date.now() + 3_600_000) });
  await createPostgresStorage({ pool: later, logger }).ready();
  expect(logger.lines).toMatchObject([
    { message: 'the clock of this process differs from that of the database' },
  ]);
});

/** The real server, but for what it says of itself. */
function serverThatSays(state: object): PostgresPool {
  return createInterceptingPool(pool, async (query, go) => {
    const result = await go(query);
    if (!query.text.includes('server_version_num')) return result;
    return { ...result, rows: [{ ...(result.rows[0] as object), ...state }] };
  });
}

it('a prepared statement that a pooler lost is explained', async () => {
  const single = database.pool({ max: 1 });
  const storage = createPostgresStorage({ pool: single });
  const limits = postgresLimits({ pool: single });
  const counter = limits.counter({ name: 'a', limit: 1, windowMs: 1_000 });
  const uses = [
    () => storage.lookUp('apiKey', { secretHash: 'a'.repeat(64), tenantId: null }),
    () => counter.count('b'),
  ];
  for (const use of uses) {
    await use();
    await single.query('deallocate all');
    await expect(use()).rejects.toThrow(
      /does not track prepared statements. Pass `prepare: false`/,
    );
  }
});

it('every operation that meets a missing table or function says what to call', async () => {
  const storage = createPostgresStorage({ pool, schema: 'nowhere' });
  const client = await pool.connect();
  await client.query('begin');
  for (const meeting of [
    () => stepwardOver(storage).identities.put('acme', person('ada')),
    () => storage.lookUp('apiKey', { secretHash: 'a'.repeat(64), tenantId: null }),
    () =>
      storage.purge({
        now: new Date(0),
        eventsUntil: new Date(0),
        deliveriesUntil: new Date(0),
      }),
    () =>
      storage.appendEvent(client, 'acme', {
        event: newEvent(),
        patterns: ['*'],
        orderingKey: null,
      }),
  ]) {
    await expect(meeting()).rejects.toThrow(NotMigrated);
  }
  await client.query('rollback');
  client.release();
});

it("a table of the host's own that is missing is the host's business", async () => {
  const storage = createPostgresStorage({ pool });
  const working = storage.run({ tenantId: 'acme' }, async ({ transaction }) =>
    ok(await transaction.query('select from users_of_the_host')),
  );
  await expect(working).rejects.toMatchObject({ code: '42P01', name: 'error' });
});

it("a role that has the schema's name is refused, for its own tables would be hidden", async () => {
  const refusal = `the database role "${role}" has the name of Stepward's schema`;
  await expect(migrate({ pool, schema: role })).rejects.toThrow(refusal);
  const { rows } = await pool.query('select to_regnamespace($1) as schema', [role]);
  expect(rows).toEqual([{ schema: null }]);
  await expect(createPostgresStorage({ pool, schema: role }).ready()).rejects.toThrow(refusal);
  const granting = migrate({ pool, schema: 'another', grantTo: 'another' });
  await expect(granting).rejects.toThrow(`the database role "another" has the name of`);
});

it('the role may have that name where its search_path does not say "$user"', async () => {
  const plain = database.pool({ max: 1, options: '-c search_path=public' });
  expect(await migrate({ pool: plain, schema: role })).not.toEqual([]);
  await createPostgresStorage({ pool: plain, schema: role }).ready();
});
