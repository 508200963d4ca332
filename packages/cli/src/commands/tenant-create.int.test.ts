import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { recordingIo, runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward } = await tenantDatabase();
const folder = mkdtempSync(join(tmpdir(), 'stepward-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('creates a tenant with defaults, and names itself in the audit log', async () => {
  const created = await runLine('tenant create plain', env);
  expect(created).toEqual({ code: 0, stdout: 'created tenant plain\n', stderr: '' });
  expect(await stepward.tenants.isKnown('plain')).toBe(true);
  expect((await stepward.tenants.find('plain')).sms.enabled).toBe(false);

  await runLine('tenant create strict --mfa required', env);
  const { items } = await stepward.audit.list('strict');
  expect(items).toMatchObject([
    { type: 'mfa_policy.updated', actor: { type: 'system', id: 'stepward command line' } },
  ]);
});

it('takes settings as options', async () => {
  const settings = ['--sms', '--app-name', 'Acme Inc', '--origin-host', 'acme.example'];
  const line = ['tenant', 'create', 'acme', ...settings, '--mfa=required', '--json'];
  const { code, stdout } = await runLine(line, env);
  expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 0, tenant_id: 'acme', created: true });
  expect(await stepward.tenants.find('acme')).toMatchObject({
    sms: { enabled: true, mfaEnabled: true, appName: 'Acme Inc', originHost: 'acme.example' },
    mfa: { enforcement: 'required' },
  });
});

describe('settings as JSON', () => {
  const document = { sms: { app_name: 'Globex' }, password: { minLength: 12 } };

  it('come from a file or from standard input', async () => {
    const file = join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify(document));
    const io = recordingIo({ stdin: JSON.stringify(document) });
    const fromFile = await runLine(['tenant', 'create', 'from-file', '--settings', file], env);
    const fromStdin = await runLine('tenant create from-stdin --settings -', env, io);
    expect([fromFile.code, fromStdin.code]).toEqual([0, 0]);
    for (const tenantId of ['from-file', 'from-stdin']) {
      expect(await stepward.tenants.find(tenantId)).toMatchObject({
        sms: { appName: 'Globex' },
        password: { minLength: 12 },
      });
    }
  });

  it.each([
    ['{"Hunter2"', 'settings_invalid', 'must be JSON'],
    ['[]', 'settings_invalid', 'must be a JSON object'],
    ['{"SMS":{}}', 'settings_invalid', 'may have sms, mfa, password and nothing else'],
    ['{"sms":true}', 'settings_invalid', 'must have a JSON object as sms'],
    ['{"password":{"min_length":7}}', 'policy_invalid', 'min_length: minimum (8)'],
    [
      '{"sms":{"enabled":1,"b":2}}',
      'sms_settings_invalid',
      'enabled: type (boolean); b: unknown_field',
    ],
  ])('that are %s create nothing', async (stdin, code, reason) => {
    const io = recordingIo({ stdin });
    const outcome = await runLine('tenant create never --settings - --json', env, io);
    expect(outcome.code).toBe(1);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code } });
    expect(outcome.stderr).toContain(reason);
    expect(outcome.stderr).not.toContain('Hunter2');
    expect(await stepward.tenants.isKnown('never')).toBe(false);
  });

  it('in a file that is not there exit with 1', async () => {
    const file = join(folder, 'missing.json');
    const outcome = await runLine(['tenant', 'create', 'never', '--settings', file], env);
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain(`cannot read ${file}: ENOENT`);
  });
});

describe('a tenant that exists', () => {
  it('is not changed: the exit code is 1, or 0 with --if-not-exists', async () => {
    await runLine('tenant create old --app-name Old', env);
    const again = await runLine('tenant create old --app-name New --json', env);
    expect(again.code).toBe(1);
    expect(JSON.parse(again.stdout)).toMatchObject({ error: { code: 'tenant_exists' } });
    const line = 'tenant create old --app-name New --if-not-exists';
    const left = await runLine(line, env);
    expect(left).toEqual({ code: 0, stdout: 'tenant old exists\n', stderr: '' });
    const { stdout } = await runLine(`${line} --json`, env);
    expect(JSON.parse(stdout)).toEqual({ tenant_id: 'old', created: false });
    expect((await stepward.tenants.find('old')).sms.appName).toBe('Old');
  });

  it('is created by one of several programs that run at once', async () => {
    const runs = Array.from({ length: 4 }, () => runLine('tenant create raced', env));
    const codes = (await Promise.all(runs)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([0, 1, 1, 1]);
  });
});

it('a database without tables says to migrate', async () => {
  const { code, stdout, stderr } = await runLine('tenant create acme --schema none --json', env);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_migrated' } });
  expect(stderr).toContain('run "npx stepward migrate"');
});
