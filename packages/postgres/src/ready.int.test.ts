import { testDatabase } from '@stepward/dev-postgres';
import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import { person, stepwardOver } from '../test/stepward-over.js';
import { newEvent } from '../test/webhook-samples.js';
import { createPostgresStorage, migrate, NotMigrated } from './index.js';

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

it('every operation that meets a missing table or function says what to call', async () => {
  const storage = createPostgresStorage({ pool, schema: 'nowhere' });
  const client = await pool.connect();
  await client.query('begin');
  for (const meeting of [
    () => stepwardOver(storage).identities.put('acme', person('ada')),
    () => storage.findApiKey('a'.repeat(64)),
    () => storage.purge({ now: new Date(0), eventsUntil: new Date(0) }),
    () => storage.appendEvent(client, 'acme', newEvent(), ['*']),
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
