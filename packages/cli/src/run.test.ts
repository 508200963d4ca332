import { describe, expect, it } from 'vitest';
import { recordingIo, runLine } from '../test/recording-io.js';
import packageJson from '../package.json' with { type: 'json' };
import { COMMANDS } from './commands/index.js';

const NAMES = COMMANDS.map(({ name }) => name);

describe('help', () => {
  it.each(['', '--help', '-h'])('"stepward %s" lists every command', async (line) => {
    const { code, stdout, stderr } = await runLine(line);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of NAMES) expect(stdout).toContain(`\n  ${name} `);
  });

  it.each(NAMES)(
    'on "%s" shows options, exit codes and examples, whatever else is given',
    async (name) => {
      const { code, stdout, stderr } = await runLine(`${name} --unknown --help`);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(`Usage: stepward ${name}`);
      for (const part of ['--json', 'Exit codes:\n', `Examples:\n  stepward ${name}`]) {
        expect(stdout).toContain(part);
      }
      expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
    },
  );

  it('on a group lists its commands alone', async () => {
    const { code, stdout } = await runLine('tenant --help');
    expect(code).toBe(0);
    expect(stdout).toContain('\n  tenant create ');
    expect(stdout).not.toContain('migrate');
  });

  it('the version is that of the package', async () => {
    const expected = { code: 0, stdout: `${packageJson.version}\n`, stderr: '' };
    expect(await runLine('--version')).toEqual(expected);
  });
});

it('an old Node is reported before a command runs, and help is shown on it all the same', async () => {
  const refuse = async () => {
    throw new Error('Node 18.20.8 is too old for Stepward: use Node 20.19 or newer');
  };
  const { code, stderr } = await runLine('migrate', {}, recordingIo(), refuse);
  expect([code, stderr]).toEqual([
    1,
    'stepward migrate: Node 18.20.8 is too old for Stepward: use Node 20.19 or newer\n',
  ]);
  expect(await runLine('migrate --help', {}, recordingIo(), refuse)).toMatchObject({
    code: 0,
    stderr: '',
  });
});

describe('a command line that is not understood', () => {
  const TENANT = 'audit verify --tenant acme';
  it.each([
    ['rollback', 'unknown command "rollback": expected one of migrate, doctor, '],
    ['tenant', 'expected one of tenant create'],
    ['tenant drop', 'unknown command "drop" of tenant'],
    ['--schema a migrate', 'expected a command before "--schema"'],
    ['migrate --force', 'unknown option "--force": expected one of --schema, --grant-to, '],
    ['migrate --constructor a', 'unknown option "--constructor"'],
    ['migrate -x', 'unknown option "-x"'],
    ['migrate twice', 'unexpected argument "twice"'],
    ['migrate --schema', '--schema needs a value: <name>'],
    ['migrate --schema=', '--schema needs a value'],
    ['migrate --schema --print', '--schema needs a value'],
    ['migrate --schema a --schema b', '--schema is given more than once'],
    ['migrate --json=yes', '--json takes no value'],
    [`migrate --schema ${'n'.repeat(64)}`, '--schema must be at most 63 bytes long'],
    ['migrate --grant-to stepward', '--grant-to must not be the name of the schema'],
    ['migrate --print --status', '--print and --status exclude each other'],
    ['migrate --after 0001-factors', '--after is for --print'],
    ['migrate --print --after 0001', '--after must be one of 0001-factors, '],
    ['migrate --status --grant-to app', '--grant-to is not for --status'],
    ['migrate', 'the environment variable DATABASE_URL is not set'],
    ['tenant create', '<tenant_id> is missing'],
    ['tenant create acme globex', 'unexpected argument "globex"'],
    ['tenant create -acme', 'unknown option "-a"'],
    ['tenant create a/b', 'a tenant id must be 1 to 128 letters'],
    ['tenant create acme --mfa maybe', '--mfa must be one of disabled, optional, required'],
    ['tenant create acme --sms --settings -', '--settings excludes --sms, '],
    ['key create --scope all', '--tenant is missing: <tenant_id>'],
    ['key create --tenant acme', '--scope is missing: <scope>'],
    [
      'key create --tenant acme --scope sms:write',
      '--scope must be one of all, organisations:read',
    ],
    ['key create --tenant a/b --scope all', 'a tenant id must be'],
    ['audit verify', '--tenant is missing'],
    [`${TENANT} --head 1`, '--head must be <sequence>:<hash>'],
    [`${TENANT} --head 0:${'a'.repeat(64)}`, '--head must be <sequence>:<hash>'],
    ['webhook listen', 'the environment variable STEPWARD_WEBHOOK_SECRET is not set'],
    ['webhook listen --port 65536', '--port must be a port, 0 to 65535'],
    ['openapi --out', '--out needs a value: <file>'],
  ])('"%s" exits with 2, and one line says why', async (line, reason) => {
    const { code, stdout, stderr } = await runLine(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/^stepward[a-z ]*: .* \(see stepward.* --help\)\n$/);
  });

  it('is also written as JSON, with --json', async () => {
    const { code, stdout, stderr } = await runLine('migrate --json --force');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'usage', message: expect.stringContaining('unknown option "--force"') },
    });
    expect(stderr).toContain('unknown option');
  });
});

describe('a secret on the command line', () => {
  it.each([
    ['migrate', '--url', 'DATABASE_URL'],
    ['migrate', '--database-url', 'DATABASE_URL'],
    ['tenant create acme', '--password', 'DATABASE_URL'],
    ['webhook listen', '--secret', 'STEPWARD_WEBHOOK_SECRET'],
    ['webhook listen', '--signing-key', 'STEPWARD_WEBHOOK_SECRET'],
  ])('"%s %s" is refused, and the line says where to put it', async (command, option, variable) => {
    for (const line of [`${command} ${option} Hunter2`, `${command} ${option}=Hunter2`]) {
      const { code, stdout, stderr } = await runLine(line);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`"${option}" is refused`);
      expect(stderr).toContain(`set the environment variable ${variable} `);
      expect(stderr).not.toContain('Hunter2');
    }
  });

  it.each([
    'migrate postgres://app:Hunter2@db/app',
    'postgres://app:Hunter2@db/app',
    'migrate --postgres://app:Hunter2@db/app',
    '--postgres://app:Hunter2@db/app',
    'tenant whsec_Hunter2',
    'migrate --whsec_Hunter2',
    'tenant create acme service_mgmt_Hunter2',
    'audit verify --tenant whsec_Hunter2/',
    'migrate --json=Hunter2',
  ])('is not repeated by "%s"', async (line) => {
    const { code, stdout, stderr } = await runLine(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toContain('Hunter2');
  });
});

it('a database that cannot be reached exits with 1, and only host and port of its URL are printed', async () => {
  const DATABASE_URL = 'postgres://app:Hunter2@127.0.0.1:1/app';
  const lines = [
    'migrate',
    'migrate --status',
    'tenant create acme',
    'key create --tenant acme --scope all',
    'audit verify --tenant acme',
  ];
  for (const line of lines) {
    const { code, stdout, stderr } = await runLine(`${line} --json`, { DATABASE_URL });
    const message = 'the database at 127.0.0.1:1 cannot be reached: ECONNREFUSED';
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      code: 1,
      error: { code: 'database_unreachable', message },
    });
    expect(stderr).toMatch(new RegExp(`^stepward [a-z ]+: ${message}\n$`));
  }
});

it('an invalid DATABASE_URL exits with 2 and is not repeated', async () => {
  const DATABASE_URL = 'postgres://app:Hunter2 /#@db:port/app';
  const { code, stderr } = await runLine('migrate', { DATABASE_URL });
  expect(code).toBe(2);
  expect(stderr).toContain('DATABASE_URL is not a URL');
  expect(stderr).not.toContain('Hunter2');
});

it.each(['acme', 'Hunter2@db/app', 'mysql://app:Hunter2@db/app', '/var/run/postgresql'])(
  'a DATABASE_URL of another kind exits with 2, before anything is connected to: %s',
  async (DATABASE_URL) => {
    const { code, stderr } = await runLine('migrate', { DATABASE_URL });
    expect(code).toBe(2);
    expect(stderr).toContain('DATABASE_URL must begin with postgres:// or postgresql://');
    expect(stderr).not.toContain('Hunter2');
  },
);
