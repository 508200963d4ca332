import { testDatabase } from '@stepward/dev-postgres';
import { MIGRATION_IDS } from '@stepward/postgres';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';

const database = await testDatabase();
const env = { DATABASE_URL: database.url };

it('applies what is missing and says so, once', async () => {
  const applied = MIGRATION_IDS.map((id) => `applied ${id}\n`).join('');
  const line = 'migrate --schema from_cli';
  expect(await runLine(line, env)).toEqual({ code: 0, stdout: applied, stderr: '' });
  const again = await runLine(line, env);
  expect(again).toEqual({ code: 0, stdout: 'nothing to apply\n', stderr: '' });
  const { stdout } = await runLine(`${line} --json`, env);
  expect(JSON.parse(stdout)).toEqual({ schema: 'from_cli', applied: [] });
});

it('lists what is applied and what is pending, and changes nothing', async () => {
  const line = 'migrate --status --schema in_part';
  const pending = MIGRATION_IDS.map((id) => `pending  ${id}\n`).join('');
  expect(await runLine(line, env)).toEqual({ code: 0, stdout: pending, stderr: '' });
  await runLine('migrate --schema in_part', env);
  const last = MIGRATION_IDS.at(-1)!;
  await database.pool().query('delete from in_part.migrations where id = $1', [last]);

  const { stdout } = await runLine(`${line} --json`, env);

  const migrations = MIGRATION_IDS.map((id) => ({
    id,
    state: id === last ? 'pending' : 'applied',
    applied_at: id === last ? null : expect.stringMatching(/^\d{4}-.*Z$/),
  }));
  expect(JSON.parse(stdout)).toEqual({ schema: 'in_part', up_to_date: false, migrations });
  expect((await runLine(line, env)).stdout).toMatch(/^applied {2}0001-factors {2}\d{4}-/);
});

it('prints SQL that makes the same, without a database', async () => {
  const line = 'migrate --print --schema printed';
  const { code, stdout, stderr } = await runLine(line);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  await database.pool().query(stdout);
  const applied = await runLine('migrate --schema printed', env);
  expect(applied.stdout).toBe('nothing to apply\n');
  const last = await runLine(`migrate --print --after ${MIGRATION_IDS.at(-1)!} --grant-to app`);
  expect(last.stdout).toContain('grant usage on schema "stepward" to "app"');
  expect(last.stdout).not.toContain('create table');
  const asJson = await runLine(`${line} --json`);
  expect(JSON.parse(asJson.stdout)).toEqual({ schema: 'printed', sql: stdout });
});

it('applies all or nothing', async () => {
  const line = ['migrate', '--schema', 'halfway', '--grant-to', 'nobody at all'];
  const { code, stdout, stderr } = await runLine(line, env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(
    'stepward migrate: the database failed: role "nobody at all" does not exist\n',
  );
  const { stdout: status } = await runLine('migrate --status --schema halfway', env);
  expect(status).not.toContain('applied');
});
