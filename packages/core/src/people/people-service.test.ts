import { beforeEach, describe, expect, it } from 'vitest';
import { appCode } from '@stepward/testing';
import { caller, createServiceHost, wrongCode, type ServiceHost } from '../../test/service-host.js';
import { systemCaller, type ManagementCaller } from '../access/caller.js';
import type { Sessions } from '../ports/sessions.js';
import { addMs, days, hours, minutes, seconds } from '../shared/duration.js';

const KEY: ManagementCaller = { ...systemCaller('acme'), actor: { type: 'api_key', id: 'key-1' } };
const REASON = { reason: 'lost her phone' };
const SESSION = {
  tenantId: 'acme',
  identityId: 'ada',
  sessionId: 'session-1',
  factor: 'temporary_pass',
} as const;

function admin(assurance: ManagementCaller['assurance'] = 'aal2', id = 'root'): ManagementCaller {
  return { ...KEY, actor: { type: 'identity', id }, assurance };
}

let host: ServiceHost;
beforeEach(async () => {
  host = await createServiceHost();
});

async function enrolSms(): Promise<void> {
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  (await host.enrolments.verify(caller(), host.codes.at(-1)))._unsafeUnwrap();
}

async function enrolAll(): Promise<void> {
  await enrolSms();
  const { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
  (await host.totp.verify(caller(), appCode(secret, host.clock.now())))._unsafeUnwrap();
  (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
}

async function givePass(identityId = 'ada', minutesOfLife = 60): Promise<string> {
  const request = { ...REASON, lifetime_minutes: minutesOfLife };
  const given = await host.people.givePass(admin(), identityId, request);
  return given._unsafeUnwrap().pass.reveal();
}

const verify = (pass: unknown, of: Partial<typeof SESSION> | { identityId: string } = {}) =>
  host.stepUp.verify({ ...SESSION, ...of }, pass);
const codeOf = (result: { isErr(): boolean }) =>
  (result as { error?: { code: string } }).error?.code ?? 'ok';
const record = async () => (await host.people.see(KEY, 'ada'))._unsafeUnwrap();

/** The newest entries of each log, and the newest events, without what is not of help. */
async function told(count: number) {
  const page = { limit: count, position: null };
  const { items: entries } = await host.authenticationLog.list('acme', {}, page);
  const { items: events } = await host.events.list('acme', {}, page);
  const { items: audit } = await host.audit.list('acme', {}, page);
  return {
    entries: entries.map(({ type, factor, actor, reason }) => ({ type, factor, actor, reason })),
    events: events.map(({ type, data }) => ({ type, data: JSON.parse(data) })),
    audit: audit.map(({ type, actor, target, details }) => ({ type, actor, target, details })),
  };
}

describe('the record of a person', () => {
  it('has the factors and the codes that are left', async () => {
    await enrolAll();
    expect(await record()).toMatchObject({
      identityId: 'ada',
      enabled: true,
      methods: ['totp', 'sms'],
      backupCodesRemaining: 10,
      guesses: { remaining: 10, resetsAt: null },
      suspended: [],
      deadline: null,
      temporaryPass: null,
    });
  });

  it('says until when a temporary pass can be used', async () => {
    await givePass('ada', 60);
    const live = { expiresAt: addMs(host.clock.now(), minutes(60)) };
    host.clock.advance(minutes(60) - 1);
    expect((await record()).temporaryPass).toEqual(live);
    host.clock.advance(1);
    expect((await record()).temporaryPass).toBeNull();
  });

  it('has no pass that was used, withdrawn or reset, nor another code that is live', async () => {
    const used = await givePass();
    (await verify(used))._unsafeUnwrap();
    expect((await record()).temporaryPass).toBeNull();
    await givePass();
    const withdrawn = await host.people.withdrawPass(KEY, 'ada');
    expect(withdrawn._unsafeUnwrap()).toEqual(await record());
    expect((await record()).temporaryPass).toBeNull();
    await givePass();
    const reset = await host.people.reset(KEY, 'ada', REASON);
    expect(reset._unsafeUnwrap()).toEqual(await record());
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    expect((await record()).temporaryPass).toBeNull();
  });

  it('counts the wrong guesses of the hour, and says when the last of them is forgotten', async () => {
    await enrolAll();
    const session = { ...SESSION, factor: 'totp' };
    (await host.stepUp.verify(session, '000000'))._unsafeUnwrapErr();
    host.clock.advance(minutes(10));
    (await host.stepUp.verify(session, '000000'))._unsafeUnwrapErr();
    const last = host.clock.now();
    expect((await record()).guesses).toEqual({ remaining: 8, resetsAt: addMs(last, hours(1)) });
    host.clock.advance(minutes(50));
    expect((await record()).guesses).toEqual({ remaining: 9, resetsAt: addMs(last, hours(1)) });
    host.clock.advance(minutes(10));
    expect((await record()).guesses).toEqual({ remaining: 10, resetsAt: null });
  });

  it('names suspended factors', async () => {
    host = await createServiceHost({ limits: { guessesInARow: 2 } });
    await enrolAll();
    const session = { ...SESSION, factor: 'totp' };
    (await host.stepUp.verify(session, '000000'))._unsafeUnwrapErr();
    (await host.stepUp.verify(session, '000000'))._unsafeUnwrapErr();
    expect((await record()).suspended).toEqual(['totp']);
  });

  it('has the deadline that sign-in computes, where it is known since when the person is a member', async () => {
    const mfa = {
      enforcement: 'required',
      unenrolledUserAction: 'force_enrollment',
      gracePeriodMs: days(7),
    } as const;
    (await host.tenants.configure(KEY, { mfa }))._unsafeUnwrap();
    const memberSince = host.clock.now();
    const see = async (context: object) =>
      (await host.people.see(KEY, 'ada', context))._unsafeUnwrap().deadline;
    expect(await see({})).toBeNull();
    expect(await see({ memberSince })).toEqual(addMs(memberSince, days(7)));
    await enrolSms();
    expect(await see({ memberSince })).toBeNull();
  });

  it('has the deadline of the organisation that the context names', async () => {
    const policy = {
      mfaEnforcement: 'required',
      unenrolledUserAction: 'force_enrollment',
      gracePeriodMs: days(7),
    };
    for (const organisationId of ['first', 'second']) {
      await host.organisations.put('acme', organisationId);
      (await host.policies.replace(KEY, organisationId, policy))._unsafeUnwrap();
    }
    const memberSince = new Date('2020-01-01');
    const signIn = (organisationId: string) =>
      host.signIns.decide({
        ...{ tenantId: 'acme', identityId: 'ada', organisationId, proven: [], memberSince },
      });
    (await signIn('first'))._unsafeUnwrap();
    host.clock.advance(days(1));
    (await signIn('second'))._unsafeUnwrap();
    const deadlineIn = async (organisationId: string) => {
      const seen = await host.people.see(KEY, 'ada', { organisationId, memberSince });
      return seen._unsafeUnwrap().deadline;
    };
    const [first, second] = [await deadlineIn('first'), await deadlineIn('second')];
    expect([first, second]).toEqual([
      addMs(host.clock.now(), days(6)),
      addMs(host.clock.now(), days(7)),
    ]);
  });

  it.each<[string, (context: object) => Promise<{ isErr(): boolean }>]>([
    ['see', (context) => host.people.see(KEY, 'ada', context)],
    ['reset', (context) => host.people.reset(KEY, 'ada', REASON, context)],
    ['withdrawPass', (context) => host.people.withdrawPass(KEY, 'ada', context)],
  ])(
    'is refused to %s with an unknown organisation, or with a context of a wrong form',
    async (method, help) => {
      await givePass();
      expect(codeOf(await help({ organisationId: 'none' }))).toBe('organisation_not_found');
      for (const context of [
        { organisationId: 7 },
        { organisationId: 7, memberSince: host.clock.now() },
        { memberSince: '2026-01-01' },
        { memberSince: new Date(Number.NaN) },
      ]) {
        await expect(help(context)).rejects.toThrow(
          `people.${method}: context must be { organisationId, memberSince }, a string and a Date`,
        );
      }
      await expect(help(null as never)).rejects.toThrow(
        `people.${method}: context must be an object`,
      );
      expect((await record()).temporaryPass).not.toBeNull();
    },
  );

  it.each<[string, () => Promise<unknown>]>([
    ['people.see: identityId', () => host.people.see(KEY, 7 as never)],
    ['people.reset: request', () => host.people.reset(KEY, 'ada', null as never)],
    ['people.givePass: request', () => host.people.givePass(KEY, 'ada', null as never)],
    [
      'people.endTrustedDevice: deviceId',
      () => host.people.endTrustedDevice(KEY, 'ada', null as never),
    ],
  ])('an argument of a wrong kind is named: %s', async (name, call) => {
    await expect(call()).rejects.toThrow(`${name} must be `);
  });

  it('holds neither the number nor a secret', async () => {
    await enrolAll();
    const pass = await givePass();
    const shown = JSON.stringify(await record());
    expect(shown).not.toContain('+');
    expect(shown).not.toContain(pass);
  });
});

describe('a reset', () => {
  // standard: nist/3.2.1-loss, nist/4.5-invalidation
  it('removes every factor with the recovery codes, and the actor and the reason are in both logs and the events', async () => {
    await enrolAll();
    host.clock.advance(seconds(1));
    const reset = await host.people.reset(admin(), 'ada', REASON);
    expect(reset._unsafeUnwrap()).toEqual(await record());
    expect(await record()).toMatchObject({ enabled: false, methods: [], backupCodesRemaining: 0 });
    const actor = { type: 'identity', id: 'root' };
    const factors = ['sms', 'totp', 'recovery_code'];
    const { entries, events, audit } = await told(3);
    expect(new Set(entries)).toEqual(
      new Set(factors.map((factor) => ({ type: 'factor.removed', factor, actor, ...REASON }))),
    );
    expect(new Set(events)).toEqual(
      new Set(
        factors.map((factor) => ({
          type: 'mfa.factor_removed',
          data: {
            identity_id: 'ada',
            factor,
            actor,
            ...REASON,
            removed_at: host.clock.now().toISOString(),
          },
        })),
      ),
    );
    expect(audit[0]).toEqual({
      type: 'identity.mfa_reset',
      actor,
      target: 'ada',
      details: { ...REASON, factors },
    });
  });

  it('of one factor leaves the others', async () => {
    await enrolAll();
    (await host.people.reset(KEY, 'ada', { ...REASON, factors: ['sms'] }))._unsafeUnwrap();
    expect(await record()).toMatchObject({ methods: ['totp'], backupCodesRemaining: 10 });
    (await host.people.reset(KEY, 'ada', { ...REASON, factors: ['totp'] }))._unsafeUnwrap();
    expect(await record()).toMatchObject({ methods: [], backupCodesRemaining: 0 });
  });

  it('withdraws a live challenge, a pending enrolment and a temporary pass', async () => {
    await enrolSms();
    const { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
    const challenged = { ...SESSION, factor: 'sms' };
    (await host.stepUp.challenge(challenged))._unsafeUnwrap();
    const pass = await givePass();
    (await host.people.reset(KEY, 'ada', REASON))._unsafeUnwrap();
    expect(codeOf(await host.stepUp.verify(challenged, host.codes.at(-1)))).toBe(
      'sms_not_enrolled',
    );
    const app = await host.totp.verify(caller(), appCode(secret, host.clock.now()));
    expect(codeOf(app)).toBe('code_withdrawn');
    expect(codeOf(await verify(pass))).toBe('code_withdrawn');
    expect(codeOf(await host.people.withdrawPass(KEY, 'ada'))).toBe('temporary_pass_not_found');
  });

  it('twice at once removes each factor once, and both are audited', async () => {
    await enrolSms();
    const resets = await Promise.all([1, 2].map(() => host.people.reset(KEY, 'ada', REASON)));
    expect(resets.map(codeOf)).toEqual(['ok', 'ok']);
    const { entries, audit } = await told(10);
    expect(entries.filter(({ type }) => type === 'factor.removed')).toHaveLength(1);
    expect(
      audit.filter(({ type }) => type === 'identity.mfa_reset').map(({ details }) => details),
    ).toEqual([
      { ...REASON, factors: [] },
      { ...REASON, factors: ['sms'] },
    ]);
    expect(await host.audit.verifyChain('acme')).toBeNull();
  });

  it('is possible for a suspended person, whose record is still shown', async () => {
    await enrolSms();
    await host.change('ada', { state: 'suspended' });
    expect(await record()).toMatchObject({ methods: ['sms'] });
    (await host.people.reset(KEY, 'ada', REASON))._unsafeUnwrap();
    expect(await record()).toMatchObject({ methods: [] });
  });

  it.each([
    ['no reason', {}, 'reason', 'required'],
    ['an empty reason', { reason: '' }, 'reason', 'text'],
    ['a reason of spaces', { reason: '  \u00a0' }, 'reason', 'text'],
    ['a reason that nobody sees', { reason: '\u200b\u3164\u202e' }, 'reason', 'text'],
    ['a reason of 501 characters', { reason: 'x'.repeat(501) }, 'reason', 'text'],
    ['no factor', { ...REASON, factors: [] }, 'factors', 'one_of'],
    ['an unknown factor', { ...REASON, factors: ['sms', 'email'] }, 'factors', 'one_of'],
    ['a factor that is no list', { ...REASON, factors: 'sms' }, 'factors', 'one_of'],
    ['null as the factors', { ...REASON, factors: null }, 'factors', 'one_of'],
    ['the pass as a factor', { ...REASON, factors: ['temporary_pass'] }, 'factors', 'one_of'],
    ['another field', { ...REASON, factor: 'sms' }, 'factor', 'unknown_field'],
  ])('with %s changes nothing', async (_, request, field, rule) => {
    await enrolSms();
    const error = (await host.people.reset(KEY, 'ada', request))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'help_invalid', violations: [{ field, rule }] });
    expect(await record()).toMatchObject({ methods: ['sms'] });
    expect((await told(10)).audit.map(({ type }) => type)).not.toContain('identity.mfa_reset');
  });
});

describe('the sessions of a person who is reset', () => {
  const calls: unknown[] = [];
  async function hostWith(endOthers: Sessions['endOthers']): Promise<void> {
    calls.length = 0;
    const sessions: Sessions = {
      list: async () => [],
      end: async () => false,
      async endOthers(scope, kept) {
        calls.push([scope.tenantId, scope.identityId, kept, (await record()).methods]);
        await endOthers(scope, kept);
      },
    };
    host = await createServiceHost({ sessions });
    await enrolAll();
  }

  // standard: asvs/7.4.5
  it('end all, before the factors are removed and after, and the log names the administrator', async () => {
    await hostWith(async () => undefined);
    (await host.people.reset(admin(), 'ada', REASON))._unsafeUnwrap();
    expect(calls).toEqual([
      ['acme', 'ada', null, ['totp', 'sms']],
      ['acme', 'ada', null, []],
    ]);
    const { items } = await host.authenticationLog.list('acme', { type: 'session.ended' });
    const entry = {
      ...{ identityId: 'ada', sessionId: null, reason: 'others' },
      actor: { type: 'identity', id: 'root' },
    };
    expect(items).toMatchObject([entry, entry]);
  });

  it.each([
    [1, ['totp', 'sms']],
    [2, []],
  ])(
    'stay where the host fails at call %i: these are left: %j, and another reset ends them',
    async (failing, left) => {
      await hostWith(async () => {
        if (calls.length === failing) throw new Error('the store of sessions is away');
      });
      expect(codeOf(await host.people.reset(KEY, 'ada', REASON))).toBe('sessions_unavailable');
      expect((await record()).methods).toEqual(left);
      expect(codeOf(await host.people.reset(KEY, 'ada', REASON))).toBe('ok');
      expect((await record()).methods).toEqual([]);
      expect(calls).toHaveLength(failing + 2);
    },
  );

  it('are ended once where the person is erased meanwhile, and nothing is reset', async () => {
    await hostWith(async () => {
      (await host.identities.erase(KEY, 'ada'))._unsafeUnwrap();
    });
    expect(codeOf(await host.people.reset(KEY, 'ada', REASON))).toBe('identity_not_found');
    expect(calls).toHaveLength(1);
  });

  it('stay where the reset is refused', async () => {
    await hostWith(async () => undefined);
    for (const refused of [
      host.people.reset(KEY, 'ada', {}),
      host.people.reset(KEY, 'eve', REASON),
      host.people.reset(admin('aal1'), 'ada', REASON),
      host.people.reset(admin('aal2', 'ada'), 'ada', REASON),
    ]) {
      expect(codeOf(await refused)).not.toBe('ok');
    }
    expect(calls).toEqual([]);
  });
});

describe('who may help', () => {
  const ways: readonly [
    string,
    (by: ManagementCaller, identityId: string) => Promise<{ isErr(): boolean }>,
  ][] = [
    ['reset', (by, id) => host.people.reset(by, id, REASON)],
    ['give a pass', (by, id) => host.people.givePass(by, id, REASON)],
    ['withdraw a pass', (by, id) => host.people.withdrawPass(by, id)],
  ];

  it.each(ways)('an administrator may not %s at aal1, nor for oneself', async (_, help) => {
    await givePass();
    expect(codeOf(await help(admin('aal1'), 'ada'))).toBe('assurance_insufficient');
    expect(codeOf(await help(admin('aal2', 'ada'), 'ada'))).toBe('self_refused');
    expect(codeOf(await help(admin(null, 'ada'), 'ada'))).toBe('self_refused');
    expect(codeOf(await help({ ...KEY, actor: { type: 'api_key', id: 'ada' } }, 'ada'))).toBe('ok');
  });

  it.each(ways)('nobody may %s a person that the tenant does not have', async (_, help) => {
    (await host.tenants.configure(systemCaller('globex'), {}))._unsafeUnwrap();
    expect(codeOf(await help(systemCaller('globex'), 'ada'))).toBe('identity_not_found');
    expect(codeOf(await help(KEY, 'nobody'))).toBe('identity_not_found');
  });

  it('an administrator sees a record at aal2, the own one too', async () => {
    expect(codeOf(await host.people.see(admin('aal1'), 'ada'))).toBe('assurance_insufficient');
    expect(codeOf(await host.people.see(admin('aal2', 'ada'), 'ada'))).toBe('ok');
    expect(codeOf(await host.people.see(systemCaller('globex'), 'ada'))).toBe('identity_not_found');
  });

  it('a session of unknown assurance counts as aal1 where the host requires assurance', async () => {
    expect(codeOf(await host.people.see(admin(null), 'ada'))).toBe('ok');
    host = await createServiceHost({ requireAssurance: true });
    expect(codeOf(await host.people.see(admin(null), 'ada'))).toBe('assurance_insufficient');
    expect(codeOf(await host.people.see(KEY, 'ada'))).toBe('ok');
  });
});

describe('a temporary pass', () => {
  it('proves aal2 once, for enrolling a factor', async () => {
    const pass = await givePass();
    expect(pass).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    expect((await verify(pass.toLowerCase().replaceAll('-', ' ')))._unsafeUnwrap()).toEqual({
      assurance: 'aal2',
      amr: ['otp', 'mfa'],
      purpose: 'enrolment',
      identityId: 'ada',
      sessionId: 'session-1',
    });
    expect(codeOf(await verify(pass))).toBe('nothing_pending');
  });

  it('is in both logs and the events when it is given, withdrawn and used', async () => {
    const pass = await givePass();
    host.clock.advance(seconds(1));
    (await host.people.withdrawPass(admin(), 'ada'))._unsafeUnwrap();
    host.clock.advance(seconds(1));
    expect(codeOf(await verify(pass))).toBe('nothing_pending');
    (await verify(await givePass()))._unsafeUnwrap();
    const actor = { type: 'identity', id: 'root' };
    const { entries, events, audit } = await told(4);
    expect(entries.map(({ type, reason }) => [type, reason])).toEqual([
      ['temporary_pass.used', null],
      ['temporary_pass.created', 'lost her phone'],
      ['temporary_pass.withdrawn', null],
      ['temporary_pass.created', 'lost her phone'],
    ]);
    expect(entries.map(({ factor }) => factor)).toEqual(entries.map(() => 'temporary_pass'));
    const { items } = await host.authenticationLog.list('acme', {}, { limit: 1 });
    expect(items[0]).toMatchObject({ sessionId: 'session-1' });
    expect(events.map(({ type }) => type).toSorted()).toEqual([
      'mfa.temporary_pass_created',
      'mfa.temporary_pass_created',
      'mfa.temporary_pass_used',
      'mfa.temporary_pass_withdrawn',
    ]);
    expect(audit.slice(0, 3)).toMatchObject([
      { type: 'identity.temporary_pass_created', actor, target: 'ada', details: REASON },
      { type: 'identity.temporary_pass_withdrawn', actor, target: 'ada', details: {} },
      { type: 'identity.temporary_pass_created', actor, target: 'ada', details: REASON },
    ]);
    expect(JSON.stringify([entries, events, audit])).not.toContain(pass);
  });

  it('used twice at once is good once', async () => {
    const pass = await givePass();
    const codes = (await Promise.all([1, 2, 3].map(() => verify(pass)))).map(codeOf);
    expect(codes.toSorted()).toEqual(['nothing_pending', 'nothing_pending', 'ok']);
  });

  it.each([5, 1440])('of %i minutes ends with them', async (lifetime) => {
    const [early, late] = [await givePass('ada', lifetime), lifetime];
    host.clock.advance(minutes(late) - 1);
    expect((await record()).temporaryPass).not.toBeNull();
    host.clock.advance(1);
    expect(codeOf(await verify(early))).toBe('code_expired');
  });

  it('is void after a second one, and of use to nobody else', async () => {
    await host.change('bob', {});
    const first = await givePass();
    const second = await givePass();
    await givePass('bob');
    expect(codeOf(await verify(first))).toBe('code_mismatch');
    expect(codeOf(await verify(second, { identityId: 'bob' }))).toBe('code_mismatch');
    expect(codeOf(await verify(second))).toBe('ok');
  });

  it('is within the hourly budget of guesses, which alone bounds them', async () => {
    const pass = await givePass('ada', 120);
    const wrong = 'ZZZZ-ZZZZ-ZZZZ-ZZZZ';
    for (let count = 0; count < 9; count += 1) {
      expect(codeOf(await verify(wrong))).toBe('code_mismatch');
    }
    expect((await record()).guesses.remaining).toBe(1);
    (await verify(wrong))._unsafeUnwrapErr();
    expect(codeOf(await verify(pass))).toBe('attempts_exhausted');
    host.clock.advance(hours(1));
    expect(codeOf(await verify(pass))).toBe('ok');
  });

  it('that is malformed costs nothing', async () => {
    await givePass();
    for (const input of ['1234', 'UUUU-UUUU-UUUU-UUUU', null, 12]) {
      expect(codeOf(await verify(input))).toBe('code_malformed');
    }
    expect((await record()).guesses.remaining).toBe(10);
  });

  it('is given to no suspended person, and ends with a suspension', async () => {
    const pass = await givePass();
    await host.change('ada', { state: 'suspended' });
    expect(codeOf(await host.people.givePass(KEY, 'ada', REASON))).toBe('identity_suspended');
    expect(codeOf(await verify(pass))).toBe('identity_suspended');
    await host.change('ada', { state: 'active' });
    expect(codeOf(await verify(pass))).toBe('code_withdrawn');
  });

  it('lets the session change factors where a code would be refused', async () => {
    await enrolSms();
    expect(codeOf(await verify(wrongCode(host.codes.at(-1))))).toBe('nothing_pending');
    const { assurance } = (await verify(await givePass()))._unsafeUnwrap();
    (await host.enrolments.remove(caller('ada', assurance)))._unsafeUnwrap();
  });

  it.each([
    [4, 'minimum'],
    [1441, 'maximum'],
    [5.5, 'type'],
    ['60', 'type'],
    [null, 'type'],
  ])('of %j minutes is refused', async (lifetime, rule) => {
    const request = { ...REASON, lifetime_minutes: lifetime };
    const error = (await host.people.givePass(KEY, 'ada', request))._unsafeUnwrapErr();
    const violations = [{ field: 'lifetime_minutes', rule }];
    expect(error).toMatchObject({ code: 'help_invalid', violations });
  });
});
