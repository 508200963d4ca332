import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCaller } from '@stepward/core';
import { createPostgresStorage } from '@stepward/postgres';
import fc from 'fast-check';
import { ok } from 'neverthrow';
import { afterAll, describe, expect, it } from 'vitest';
import { applyPlan } from '../policy-file/apply-plan.js';
import { planFile } from '../policy-file/plan-file.js';
import { recordingIo, runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { database, env, stepward } = await tenantDatabase();
const folder = await mkdtemp(join(tmpdir(), 'policies-'));
afterAll(() => rm(folder, { recursive: true }));

const IN_A_MONTH = new Date(Date.now() + 30 * 86_400_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

/** Makes a tenant with these organisations. */
async function tenant(id: string, ...organisations: readonly string[]) {
  await runLine(`tenant create ${id}`, env);
  for (const organisation of organisations) await stepward.organisations.put(id, organisation);
  return systemCaller(id);
}

const exported = async (id: string): Promise<string> =>
  (await runLine(`policy export --tenant ${id}`, env)).stdout;

/** Runs a command on a file with that text, or with that value as JSON. */
async function onFile(command: 'plan' | 'apply', id: string, file: unknown, options = '') {
  const path = join(folder, `${id}.json`);
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file, null, 2));
  return runLine(`policy ${command} ${path} --tenant ${id} ${options}`, env);
}

/** A tenant's audit entries, the newest first. */
const logged = async (id: string) => (await stepward.audit.list(id)).items;

/** Stores overrides as another version might have left them. */
async function writeOverrides(tenantId: string, organisation: string, overrides: object) {
  const storage = createPostgresStorage({ pool: database.pool() });
  const written = await storage.run({ tenantId }, async ({ policies }) => {
    await policies.writeOverrides(organisation, overrides, null);
    return ok(null);
  });
  written._unsafeUnwrap();
}

describe('an export', () => {
  it('has the records of the tenant, and the overrides of each organisation that has any', async () => {
    const caller = await tenant('export', 'org_a', 'org_b', 'org_none');
    const change = { passwordMinLength: 12, mfaPolicy: null };
    (await stepward.policies.update(caller, 'org_b', change))._unsafeUnwrap();
    const planned = { mfaEnforcement: 'required', effective_from: IN_A_MONTH };
    (await stepward.policies.update(caller, 'org_a', planned))._unsafeUnwrap();
    const text = await exported('export');
    expect(JSON.parse(text)).toMatchObject({
      version: 1,
      defaults: { mfa: { enforcement: 'optional' }, password: { min_length: 8 } },
    });
    const organisations = {
      org_a: {
        scheduled: { effective_from: IN_A_MONTH, changes: { mfa_enforcement: 'required' } },
      },
      org_b: { mfa_policy: null, password_min_length: 12 },
    };
    expect(text.slice(text.indexOf('"organisations"'))).toBe(
      `"organisations": ${JSON.stringify(organisations, null, 2).replaceAll('\n', '\n  ')}\n}\n`,
    );
    expect(await exported('export')).toBe(text);
    expect(await onFile('plan', 'export', text)).toMatchObject({ code: 0, stderr: '' });
  });

  it('has stored values that this version does not know, and says where', async () => {
    await tenant('garbled', 'org_a');
    await writeOverrides('garbled', 'org_a', { mfaPolicy: 'sometimes', colour: 'red' });
    const { code, stdout, stderr } = await runLine('policy export --tenant garbled', env);
    expect(code).toBe(0);
    const stored = { mfa_policy: 'sometimes', colour: 'red' };
    expect(JSON.parse(stdout)).toMatchObject({ organisations: { org_a: stored } });
    expect(stderr.split('\n').slice(0, -1)).toEqual([
      expect.stringMatching(
        /^policy plan refuses line \d+: organisations\.org_a\.mfa_policy: one_of/,
      ),
      expect.stringMatching(
        /^policy plan refuses line \d+: organisations\.org_a\.colour: unknown_field$/,
      ),
    ]);
    const mended = { version: 1, organisations: { org_a: {} } };
    const plan = await onFile('plan', 'garbled', mended);
    expect(plan.stdout).toContain('org_a: mfa_policy: "sometimes" -> inherited (weaker)');
    expect(plan.stdout).toContain('org_a: colour: "red" -> inherited (changes nothing now)');
  });

  const overrides = fc.record(
    {
      mfa_enforcement: fc.constantFrom('optional', 'required', null),
      allowed_factors: fc.subarray(['webauthn', 'totp', 'sms', 'email'], { minLength: 1 }),
      grace_period_ms: fc.integer({ min: 0, max: 604_800_000 }),
      password_min_length: fc.integer({ min: 16, max: 128 }),
      password_max_age_days: fc.nat(400),
      session_timeout_minutes: fc.integer({ min: 5, max: 10_000 }),
    },
    { requiredKeys: [] },
  );

  it('applied to an empty tenant is exported again as the same bytes, and nothing is left to change', async () => {
    let count = 0;
    // A later change that changes nothing, or contradicts the first, is refused.
    let plans = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.stringMatching(/^[a-z0-9.:-]{1,8}$/), fc.tuple(overrides, overrides), {
          minKeys: 1,
          maxKeys: 5,
        }),
        fc.integer({ min: 8, max: 16 }),
        async (policies, minLength) => {
          count += 1;
          const [first, second] = [`one-${String(count)}`, `two-${String(count)}`];
          const caller = await tenant(first, ...Object.keys(policies));
          await tenant(second);
          const password = { min_length: minLength };
          (await stepward.tenants.configure(caller, { password }))._unsafeUnwrap();
          for (const [id, [now, later]] of Object.entries(policies)) {
            (await stepward.policies.update(caller, id, now))._unsafeUnwrap();
            const planned = { ...later, effective_from: IN_A_MONTH };
            const update = await stepward.policies.update(caller, id, planned);
            plans += update.isOk() ? 1 : 0;
          }
          const text = await exported(first);
          const applied = await onFile('apply', second, text, '--register');
          expect(applied).toMatchObject({ code: 0, stderr: '' });
          expect(await exported(second)).toBe(text);
          expect(await onFile('plan', second, text)).toMatchObject({ code: 0, stderr: '' });
        },
      ),
      { numRuns: 8 },
    );
    expect(plans).toBeGreaterThan(0);
  });
});

describe('a plan and its application', () => {
  const FILE = {
    version: 1,
    defaults: { mfa: { enforcement: 'required' }, password: { minLength: 10 } },
    organisations: {
      org_a: {
        passwordMinLength: 14,
        scheduled: { effective_from: IN_A_MONTH, changes: { mfa_policy: 'always' } },
      },
      org_b: {},
    },
  };

  it('name each field, with its effect; applied once, nothing is left, and nothing more is logged', async () => {
    const caller = await tenant('plan', 'org_a', 'org_b', 'org_c');
    for (const id of ['org_b', 'org_c']) {
      (await stepward.policies.update(caller, id, { passwordMinLength: 12 }))._unsafeUnwrap();
    }
    const plan = await onFile('plan', 'plan', FILE);
    expect(plan).toMatchObject({ code: 2, stderr: '' });
    expect(plan.stdout.split('\n').slice(0, -2)).toEqual([
      'tenant: mfa.enforcement: "optional" -> "required" (stricter)',
      'tenant: password.min_length: 8 -> 10 (stricter)',
      'org_a: password_min_length: inherited -> 14 (stricter)',
      `org_a: mfa_policy: inherited -> "always" (stricter, from ${IN_A_MONTH} on)`,
      'org_b: password_min_length: 12 -> inherited (weaker)',
      'org_c: is not in the file, and is left alone',
      '5 fields change',
    ]);
    const before = await logged('plan');
    const applied = await onFile('apply', 'plan', FILE);
    expect(applied).toMatchObject({ code: 0, stdout: plan.stdout, stderr: '' });
    const after = await logged('plan');
    const added = after.slice(0, after.length - before.length).reverse();
    expect(added.map(({ type, target }) => [type, target])).toEqual([
      ['mfa_policy.updated', null],
      ['password_policy.updated', null],
      ['security_policy.updated', 'org_a'],
      ['security_policy.scheduled', 'org_a'],
      ['security_policy.updated', 'org_b'],
    ]);
    expect(added.every(({ actor }) => actor.id === 'stepward command line')).toBe(true);
    for (const command of ['plan', 'apply'] as const) {
      const again = await onFile(command, 'plan', FILE);
      expect(again).toMatchObject({ code: 0, stderr: '' });
      expect(again.stdout).toContain('\nnothing changes\n');
    }
    expect(await logged('plan')).toEqual(after);
  });

  it('take a planned change whose date has passed as what holds', async () => {
    const caller = await tenant('past', 'org_a');
    (await stepward.policies.update(caller, 'org_a', { gracePeriodMs: 0 }))._unsafeUnwrap();
    const scheduled = { effective_from: YESTERDAY, changes: { grace_period_ms: 0 } };
    const file = { version: 1, organisations: { org_a: { scheduled } } };
    expect(await onFile('plan', 'past', file)).toMatchObject({ code: 0 });
    const other = { ...scheduled, changes: { grace_period_ms: 5 } };
    const changed = { version: 1, organisations: { org_a: { scheduled: other } } };
    const { stdout } = await onFile('plan', 'past', changed);
    expect(stdout).toContain('org_a: grace_period_ms: 0 -> 5 (weaker)');
  });

  it('withdraw a planned change that the file does not have', async () => {
    const caller = await tenant('withdraw', 'org_a');
    const change = { gracePeriodMs: 0, effective_from: IN_A_MONTH };
    (await stepward.policies.update(caller, 'org_a', change))._unsafeUnwrap();
    const file = { version: 1, organisations: { org_a: {} } };
    const { code, stdout } = await onFile('plan', 'withdraw', JSON.stringify(file), '--json');
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [{ organisation: 'org_a', field: 'scheduled', effect: 'other' }],
      left_alone: [],
      register: [],
    });
    expect(await onFile('apply', 'withdraw', file)).toMatchObject({ code: 0 });
    const policy = (await stepward.policies.get('withdraw', 'org_a'))._unsafeUnwrap();
    expect(policy.scheduled).toBeNull();
  });

  it('keep an override that the tenant overtakes', async () => {
    const caller = await tenant('overtaken', 'org_a');
    (await stepward.policies.update(caller, 'org_a', { passwordMinLength: 12 }))._unsafeUnwrap();
    const organisations = { org_a: { password_min_length: 12 } };
    const file = { version: 1, defaults: { password: { min_length: 16 } }, organisations };
    expect(await onFile('apply', 'overtaken', file)).toMatchObject({ code: 0, stderr: '' });
    expect(await onFile('plan', 'overtaken', file)).toMatchObject({ code: 0 });
  });

  it('an application for another state than that of the plan is refused', async () => {
    const caller = await tenant('state', 'org_a');
    const { stdout } = await onFile('plan', 'state', { ...FILE, organisations: {} });
    const [, state = ''] = /^state ([0-9a-f]{16})$/m.exec(stdout) ?? [];
    (await stepward.policies.update(caller, 'org_a', { gracePeriodMs: 0 }))._unsafeUnwrap();
    const file = { ...FILE, organisations: {} };
    const refused = await onFile('apply', 'state', file, `--state ${state}`);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`not ${state}: look at policy plan again`);
    expect((await stepward.tenants.find('state')).password.minLength).toBe(8);
  });

  it('an application that is refused midway says what was applied and what was not', async () => {
    const caller = await tenant('midway', 'org_a', 'org_b', 'org_c');
    const organisations = Object.fromEntries(
      ['org_a', 'org_b', 'org_c'].map((id) => [id, { grace_period_ms: id === 'org_b' ? 9 : 1 }]),
    );
    const io = recordingIo({ stdin: JSON.stringify({ version: 1, organisations }) });
    const request = { tenantId: 'midway', file: '-', register: false, io };
    const plan = await planFile(stepward, request);
    (await stepward.tenants.configure(caller, { mfa: { gracePeriodMs: 5 } }))._unsafeUnwrap();
    await expect(applyPlan(stepward, caller, plan, (line) => io.warn(line))).rejects.toThrow(
      'organisation org_b was refused, as the tenant has changed meanwhile: grace_period_ms: weaker_than_tenant (5)',
    );
    const progress = 'applied: organisation org_a; not applied: 2 of 3, from organisation org_b on';
    expect(io.stderr).toEqual([`${progress}\n`]);
    const graces = ['org_a', 'org_b', 'org_c'].map(async (id) => {
      const policy = (await stepward.policies.get('midway', id))._unsafeUnwrap();
      return policy.gracePeriodMs;
    });
    expect(await Promise.all(graces)).toEqual([1, 5, 5]);
  });

  it('read standard input', async () => {
    await tenant('stdin');
    const io = recordingIo({ stdin: '{"version": 1}' });
    expect(await runLine('policy plan - --tenant stdin', env, io)).toMatchObject({ code: 0 });
  });
});

describe('a file is refused, and nothing is changed:', () => {
  const org = (policy: string) => `{\n"version": 1,\n"organisations": {\n"org_a": ${policy}\n}\n}`;

  it.each([
    ['', 'the file is empty'],
    ['\uFEFF', 'the file is empty'],
    ['version: 1', 'line 1: this is not JSON'],
    ['[]', 'line 1: the document must be a JSON object'],
    ['{}', 'line 1: the document must have "version": 1'],
    ['{\n"version": 2}', 'line 2: version must be 1'],
    ['{"version": 1,\n"organisation": {}}', 'line 2: organisation is unknown: expected version'],
    ['{"version": 1,\n"defaults": {\n"sms": {}}}', 'line 3: defaults.sms is unknown'],
    [
      '{"version": 1,\n"defaults": {"mfa": {\n"colour": 1}}}',
      'line 3: defaults.mfa.colour: unknown_field',
    ],
    [
      '{"version": 1,\n"defaults": {"password":\n {"min_length": 7}}}',
      'line 3: defaults.password.min_length: minimum (8)',
    ],
    [org('[]'), 'line 4: organisations.org_a must be a JSON object'],
    [org('{\n"tone": 1}'), 'line 5: organisations.org_a.tone: unknown_field'],
    [
      org('{\n"password_min_length": 9}'),
      'line 5: organisations.org_a.password_min_length: weaker_than_tenant (10)',
    ],
    [org('{},\n"org_a": {}'), 'line 5: organisations.org_a is also in line 4'],
    [org('{},\n"org_x": {}'), 'line 5: organisations.org_x: there is no such organisation'],
    [
      org('{"scheduled": {\n"effective_from": "soon", "changes": {}}}'),
      'line 5: organisations.org_a.scheduled.effective_from: date_time',
    ],
    [
      org(`{"scheduled": {"effective_from": "${IN_A_MONTH}",\n"changes": {\n"tone": 1}}}`),
      'line 6: organisations.org_a.scheduled.changes.tone: unknown_field',
    ],
  ])('%j', async (text, message) => {
    const caller = await tenant('bad', 'org_a');
    (await stepward.tenants.configure(caller, { password: { minLength: 10 } }))._unsafeUnwrap();
    const before = await exported('bad');
    for (const command of ['plan', 'apply'] as const) {
      const refused = await onFile(command, 'bad', text);
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain(message);
    }
    expect(await exported('bad')).toBe(before);
  });

  it.each([
    ['policy plan none.json --tenant bad', 1, 'cannot read none.json: ENOENT'],
    ['policy plan --tenant bad', 1, '<file> is missing'],
    ['policy apply --tenant bad', 2, '<file> is missing'],
    ['policy export --tenant nobody', 1, 'there is no tenant nobody'],
  ])('%s', async (line, code, message) => {
    const refused = await runLine(line, env);
    expect([refused.code, refused.stdout]).toEqual([code, '']);
    expect(refused.stderr).toContain(message);
  });
});
