import { expect, it } from 'vitest';
import { systemCaller } from '@stepward/core';
import { recordingIo, runLine } from '../../test/recording-io.js';
import { storePerson, tenantDatabase } from '../../test/tenant-database.js';

const { env: database, stepward } = await tenantDatabase();
const SECRET = Buffer.alloc(32).toString('base64');
const env = { ...database, STEPWARD_CODE_KEY: `key-1:${SECRET}` };
await runLine('tenant create acme', env);
await storePerson(stepward, 'ada');

const BECAUSE = ['--tenant', 'acme', '--reason', 'lost her phone'];
const verify = async (code: string) => {
  const session = { tenantId: 'acme', identityId: 'ada', sessionId: 's', factor: 'temporary_pass' };
  return (await stepward.stepUp.verify(session, code)).isOk();
};

it('shows a record, in lines and as JSON', async () => {
  const lines = await runLine('person show ada --tenant acme', env);
  expect(lines.stdout).toContain('identity_id: ada\nenabled: false\nmethods: []\n');
  const { stdout } = await runLine('person show ada --tenant acme --json', env);
  expect(JSON.parse(stdout)).toEqual({
    identity_id: 'ada',
    enabled: false,
    methods: [],
    backup_codes_remaining: 0,
    authenticators: [],
    guesses: { remaining: 10, resets_at: null },
    suspended: [],
    deadline: null,
    temporary_pass: null,
  });
});

it('resets, and names itself and the reason in the audit log', async () => {
  const { code } = await runLine(['person', 'reset', 'ada', ...BECAUSE, '--factor', 'sms'], env);
  expect(code).toBe(0);
  const { items } = await stepward.audit.list('acme', { type: 'identity.mfa_reset' });
  expect(items[0]).toMatchObject({
    actor: { type: 'system', id: 'stepward command line' },
    target: 'ada',
    details: { reason: 'lost her phone', factors: [] },
  });
});

it('prints a pass, alone on standard output, that the service accepts, and withdraws one', async () => {
  const give = ['person', 'pass', 'ada', ...BECAUSE, '--minutes', '5'];
  const given = await runLine(give, env);
  expect(given.stdout).toMatch(/^\w{4}(-\w{4}){3}\n$/);
  expect(given.stderr).not.toContain(given.stdout.trim());
  expect(await verify(given.stdout.trim())).toBe(true);

  const { stdout } = await runLine([...give, '--json'], env);
  const shown = await runLine('person show ada --tenant acme --json', env);
  const { pass, expires_at } = JSON.parse(stdout);
  expect(JSON.parse(shown.stdout).temporary_pass).toEqual({ expires_at });
  expect((await runLine('person withdraw ada --tenant acme', env)).code).toBe(0);
  expect(await verify(pass)).toBe(false);
});

it('a pass whose output cannot be written is withdrawn', async () => {
  const closed = recordingIo({ isClosed: true });
  const { code, stderr } = await runLine(['person', 'pass', 'ada', ...BECAUSE], env, closed);
  expect(code).toBe(1);
  expect(stderr).toMatch(/could not print the pass, so it was withdrawn\n$/);
  const withdrawn = await stepward.people.withdrawPass(systemCaller('acme'), 'ada');
  expect(withdrawn._unsafeUnwrapErr().code).toBe('temporary_pass_not_found');
});

it.each([
  [['show', 'nobody', '--tenant', 'acme'], 1, 'the tenant has no such person'],
  [['show', 'ada', '--tenant', 'acmee'], 1, 'there is no tenant acmee'],
  [['show', 'ada', '--tenant', 'acme', '--member-since', 'x'], 2, '--member-since must be a time'],
  [['withdraw', 'ada', '--tenant', 'acme'], 1, 'the person has no temporary pass'],
  [['reset', 'ada', '--tenant', 'acme'], 2, '--reason'],
  [['reset', 'ada', ...BECAUSE, '--factor', 'email'], 1, 'factors: one_of'],
  [['pass', 'ada', ...BECAUSE, '--minutes', '4'], 1, 'lifetime_minutes: minimum (5)'],
])('person %j ends with %i', async (line, exit, text) => {
  const { code, stderr } = await runLine(['person', ...line], env);
  expect([code, stderr]).toEqual([exit, expect.stringContaining(text)]);
});

it.each(['', 'nothing', 'key-1:short', `:${SECRET}`])(
  'a pass needs the key of the service, which %j is not',
  async (key) => {
    const line = ['person', 'pass', 'ada', ...BECAUSE];
    const { code, stderr } = await runLine(line, { ...env, STEPWARD_CODE_KEY: key });
    expect(code).toBe(2);
    expect(stderr).not.toContain('short');
  },
);
