import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));

const APPLIED = [
  'applied 0001-factors\n',
  'applied 0002-management\n',
  'applied 0003-webhooks\n',
  'applied 0004-idempotency\n',
  'applied 0005-request-limits\n',
  'applied 0006-authentication-log\n',
].join('');

const database = await testDatabase();

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program from its source. */
function run(args: readonly string[], DATABASE_URL = ''): Promise<Outcome> {
  const node = ['--conditions=@stepward/source', '--import', 'tsx', CLI, ...args];
  const env = { ...process.env, DATABASE_URL };
  return new Promise((resolve) => {
    execFile(process.execPath, node, { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

it('migrate applies what is missing, says so, and exits with 0', async () => {
  const args = ['migrate', '--schema', 'from_cli'];
  const first = await run(args, database.url);
  expect(first).toEqual({ code: 0, stdout: APPLIED, stderr: '' });
  const again = await run([...args, `--url=${database.url}`]);
  expect(again).toEqual({ code: 0, stdout: 'nothing to apply\n', stderr: '' });
});

it('a database that cannot be reached exits with 1 and does not tell the password', async () => {
  const { code, stderr } = await run(['migrate'], 'postgres://app:s3cret@localhost:1/app');
  expect(code).toBe(1);
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).not.toContain('s3cret');
});

it('a command that is not understood exits with 2 and shows the usage', async () => {
  const { code, stderr } = await run(['migrate', '--schemma', 'x'], database.url);
  expect(code).toBe(2);
  expect(stderr).toContain('unknown option "--schemma"\n\nUsage: stepward-postgres migrate');
});
