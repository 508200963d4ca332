import { MANAGEMENT_SCOPES } from '@stepward/core';
import { expect, it } from 'vitest';
import { recordingIo, runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, stepward } = await tenantDatabase();
await runLine('tenant create acme', env);

const names = async () => (await stepward.apiKeys.list('acme')).items.map(({ name }) => name);

it('prints a key that has the scopes, alone on standard output', async () => {
  const line = 'key create --tenant acme --scope logs:read --scope events:read';
  const { code, stdout, stderr } = await runLine(line, env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^service_mgmt_\S+\n$/);
  const found = await stepward.apiKeys.authenticate(stdout.trim());
  expect(found).toMatchObject({
    tenantId: 'acme',
    key: { name: 'command line', scopes: ['logs:read', 'events:read'] },
  });
  expect(stderr).toContain(`created key ${found!.key.id} of tenant acme`);
  expect(stderr).not.toContain(stdout.trim());
});

it('prints all of a key as JSON', async () => {
  const line =
    'key create --tenant acme --scope all --name CI --environment prod --expires-at 9999-01-01T00:00:00Z --json';
  const { stdout } = await runLine(line, env);
  const { secret, ...shown } = JSON.parse(stdout);
  expect(shown).toEqual({
    id: expect.any(String),
    tenant_id: 'acme',
    name: 'CI',
    prefix: secret.slice(0, 19),
    scopes: MANAGEMENT_SCOPES,
    environment_id: 'prod',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    expires_at: '9999-01-01T00:00:00.000Z',
  });
  expect(await stepward.apiKeys.authenticate(secret)).toMatchObject({ key: { id: shown.id } });
});

it('a key that cannot be printed is revoked', async () => {
  const line = 'key create --tenant acme --scope all --name Lost';
  const { code, stderr } = await runLine(line, env, recordingIo({ isClosed: true }));
  expect(code).toBe(1);
  expect(stderr).toMatch(/could not print key \S+, so it was revoked\n$/);
  const { items } = await stepward.apiKeys.list('acme');
  expect(items.find(({ name }) => name === 'Lost')?.revokedAt).toBeInstanceOf(Date);
});

it.each([
  [['--tenant', 'acmee', '--scope', 'all'], 'tenant_not_found', 'there is no tenant acmee'],
  [
    ['--tenant', 'acme', '--scope', 'all', '--name', 'a\nb'],
    'api_key_invalid',
    'name: text (1 to 100 characters, no control characters)',
  ],
  [
    ['--tenant', 'acme', '--scope', 'all', '--expires-at', '2020-01-01T00:00:00Z'],
    'api_key_invalid',
    'expires_at: past',
  ],
])('with %j makes no key', async (options, code, reason) => {
  const before = await names();
  const outcome = await runLine(['key', 'create', ...options, '--json'], env);
  expect(outcome.code).toBe(1);
  expect(JSON.parse(outcome.stdout)).toMatchObject({ error: { code } });
  expect(outcome.stderr).toContain(reason);
  expect(await names()).toEqual(before);
});

it('the 51st key of a tenant is refused', async () => {
  await runLine('tenant create full', env);
  const line = 'key create --tenant full --scope all';
  for (let count = 0; count < 50; count += 1) expect((await runLine(line, env)).code).toBe(0);
  const { code, stderr } = await runLine(line, env);
  expect(code).toBe(1);
  expect(stderr).toContain('no key was created: the tenant has 50 keys');
});
