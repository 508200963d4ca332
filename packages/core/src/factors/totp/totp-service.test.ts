import { describe, expect, it } from 'vitest';
import { appCode, createMemoryStorage } from '@stepward/testing';
import { key } from '../../../test/fixtures.js';
import { caller, createServiceHost, wrongCode } from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import { minutes, seconds } from '../../shared/duration.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import type { StepwardOptions } from '../../stepward.js';

const ON = { enabled: true, methods: ['totp'], backupCodesRemaining: 0 };
const OFF = { enabled: false, methods: [], backupCodesRemaining: 0 };
const SESSION = {
  tenantId: 'acme',
  identityId: 'ada',
  sessionId: 'session-1',
  factor: 'totp',
} as const;

async function pendingHost(options: Partial<StepwardOptions> = {}) {
  const host = await createServiceHost(options);
  const { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
  return { host, secret, code: () => appCode(secret, host.clock.now()) };
}

/** `ada` has an app, and its next code is one that was never used. */
async function enrolledHost(options: Partial<StepwardOptions> = {}) {
  const pending = await pendingHost(options);
  (await pending.host.totp.verify(caller(), pending.code()))._unsafeUnwrap();
  pending.host.clock.advance(seconds(30));
  return pending;
}

describe('the enrolment of an app', () => {
  it('goes from none to pending, to enrolled, and back to none', async () => {
    const { host, code } = await pendingHost();
    expect((await host.enrolments.status(caller()))._unsafeUnwrap()).toEqual(OFF);
    expect((await host.totp.verify(caller(), code()))._unsafeUnwrap()).toEqual(ON);
    expect((await host.enrolments.status(caller()))._unsafeUnwrap()).toEqual(ON);
    expect((await host.totp.remove(caller()))._unsafeUnwrap()).toEqual(OFF);
  });

  // standard: nist/3.1.4.1-key
  it('shows a secret of 20 bytes and a link with the tenant and the person in it', async () => {
    const host = await createServiceHost();
    const { status, secret, uri } = (await host.totp.start(caller()))._unsafeUnwrap();
    expect(status).toBe('pending');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Acme:ada?secret=${secret}&issuer=Acme`);
  });

  it('names service and person as the host says', async () => {
    const totp = { issuer: 'Globex', label: () => 'ada@example.test' };
    const host = await createServiceHost({ totp });
    const { uri } = (await host.totp.start(caller()))._unsafeUnwrap();
    expect(uri).toContain('otpauth://totp/Globex:ada%40example.test?');
  });

  it('that starts again has a new secret, and the old one is dead', async () => {
    const { host, code } = await pendingHost();
    const old = code();
    const { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
    await host.totp.verify(caller(), old).then(expectErr('code_mismatch'));
    const now = host.clock.now();
    expect((await host.totp.verify(caller(), appCode(secret, now))).isOk()).toBe(true);
  });

  it('is cancelled by a removal', async () => {
    const { host, code } = await pendingHost();
    expect((await host.totp.remove(caller()))._unsafeUnwrap()).toEqual(OFF);
    await host.totp.verify(caller(), code()).then(expectErr('nothing_pending'));
    await host.totp.remove(caller()).then(expectErr('not_enrolled'));
  });

  it('expires after 15 minutes', async () => {
    const { host, code } = await pendingHost();
    host.clock.advance(minutes(15));
    await host.totp.verify(caller(), code()).then(expectErr('code_expired'));
  });

  it('is started 10 times an hour, and the refused one changes neither secret nor log', async () => {
    const { host, code } = await pendingHost();
    for (let n = 1; n < 10; n += 1) (await host.totp.start(caller()))._unsafeUnwrap();
    (await host.totp.remove(caller()))._unsafeUnwrap();
    const entries = async () => (await host.authenticationLog.list('acme')).items.length;
    const before = await entries();
    host.clock.advance(minutes(20));
    const refused = (await host.totp.start(caller()))._unsafeUnwrapErr();
    expect(refused).toEqual({ code: 'start_budget_spent', retryAfterMs: minutes(40) });
    expect(await entries()).toBe(before);
    await host.totp.verify(caller(), code()).then(expectErr('nothing_pending'));
    host.clock.advance(minutes(40));
    expect((await host.totp.start(caller())).isOk()).toBe(true);
  });

  it('ends with the fifth wrong code, whatever was started between', async () => {
    const { host } = await pendingHost();
    const outcomes: string[] = [];
    let { secret } = (await host.totp.start(caller()))._unsafeUnwrap();
    for (let n = 0; n < 6; n += 1) {
      const wrong = wrongCode(appCode(secret, host.clock.now()));
      outcomes.push((await host.totp.verify(caller(), wrong))._unsafeUnwrapErr().code);
      if (n < 4) ({ secret } = (await host.totp.start(caller()))._unsafeUnwrap());
    }
    expect(outcomes).toEqual([
      ...new Array<string>(4).fill('code_mismatch'),
      'attempts_exhausted',
      'attempts_exhausted',
    ]);
  });

  it.each([
    ['alone', {}],
    ['with another number', { phone: null }],
  ])('is withdrawn by a suspension, %s', async (_, change) => {
    const { host, code } = await pendingHost();
    await host.change('ada', { ...change, state: 'suspended' });
    await host.totp.verify(caller(), code()).then(expectErr('identity_suspended'));
    await host.change('ada', { state: 'active' });
    await host.totp.verify(caller(), code()).then(expectErr('code_withdrawn'));
  });

  it.each([
    ['a number', 123_456],
    ['seven digits', '1234567'],
    ['nothing', undefined],
  ])('takes %s as malformed, which costs nothing', async (_, input) => {
    const { host, code } = await pendingHost();
    await host.totp.verify(caller(), input).then(expectErr('code_malformed'));
    expect((await host.totp.verify(caller(), code())).isOk()).toBe(true);
  });

  it('is refused where it is not allowed, or the person is not active', async () => {
    const { host } = await enrolledHost();
    await host.totp.start(caller('nobody')).then(expectErr('identity_unknown'));
    await host.change('bob', { state: 'suspended' });
    await host.totp.start(caller('bob')).then(expectErr('identity_suspended'));
    const change = { mfa: { allowedFactors: ['sms'] } } as const;
    (await host.tenants.configure(systemCaller('acme'), change))._unsafeUnwrap();
    await host.change('cy', {});
    await host.totp.start(caller('cy')).then(expectErr('factor_not_allowed'));
  });

  it('and the removal take a session at aal2 once there is another factor', async () => {
    const { host } = await enrolledHost();
    await host.totp.remove(caller('ada', 'aal1')).then(expectErr('assurance_insufficient'));
    await host.enrolments.start(caller('ada', 'aal1')).then(expectErr('assurance_insufficient'));
    await host.change('bob', { otherFactors: ['webauthn'] });
    await host.totp.start(caller('bob', 'aal1')).then(expectErr('assurance_insufficient'));
    (await host.totp.start(caller('bob', 'aal2')))._unsafeUnwrap();
    await host.totp.verify(caller('bob', 'aal1'), '1').then(expectErr('assurance_insufficient'));
    await host.totp.remove(caller('bob', 'aal1')).then(expectErr('assurance_insufficient'));
  });

  it('is recorded in the authentication log', async () => {
    const { host, code } = await pendingHost();
    host.clock.advance(seconds(1));
    (await host.totp.verify(caller(), code()))._unsafeUnwrap();
    host.clock.advance(seconds(1));
    (await host.totp.remove(caller()))._unsafeUnwrap();
    const filter = { type: null, identityId: null, since: null, until: null };
    const log = await host.authenticationLog.list('acme', filter, { limit: 10, position: null });
    expect(log.items.map(({ type, factor }) => [type, factor])).toEqual([
      ['factor.removed', 'totp'],
      ['factor.enrolled', 'totp'],
      ['factor.enrolment_started', 'totp'],
    ]);
  });
});

describe('the step-up of a session', () => {
  it('takes the code that the app shows, and says what it proves', async () => {
    const { host, code } = await enrolledHost();
    expect((await host.stepUp.verify(SESSION, code()))._unsafeUnwrap()).toEqual({
      assurance: 'aal2',
      amr: ['otp', 'mfa'],
      identityId: 'ada',
      sessionId: 'session-1',
    });
  });

  // standard: nist/2.2.2-replay, nist/3.1.4.2-once, asvs/6.5.1
  it('takes each code once, the one that enrolled too, and each wrong one counts', async () => {
    const { host, secret, code } = await enrolledHost();
    const enrolling = appCode(secret, new Date(host.clock.now().getTime() - seconds(30)));
    await host.stepUp.verify(SESSION, enrolling).then(expectErr('code_mismatch'));
    const right = code();
    (await host.stepUp.verify(SESSION, right))._unsafeUnwrap();
    for (let n = 0; n < 9; n += 1) {
      await host.stepUp.verify(SESSION, right).then(expectErr('code_mismatch'));
    }
    host.clock.advance(seconds(30));
    await host.stepUp.verify(SESSION, code()).then(expectErr('attempts_exhausted'));
    await host.enrolments.start(caller()).then(expectErr('guess_budget_spent'));
  });

  it.each([
    ['a message', { factor: 'totp' }, 'nothing_to_send'],
    ['an unknown factor', { factor: 'pigeon' }, 'factor_unknown'],
  ])('sends nothing for %s', async (_, change, code) => {
    const { host } = await enrolledHost();
    await host.stepUp.challenge({ ...SESSION, ...change }).then(expectErr(code));
    expect(host.sms.attempts).toBe(0);
  });

  it.each([
    ['an unknown factor', { factor: '__proto__' }, 'factor_unknown'],
    ['a session without an identity', { identityId: null }, 'identity_missing'],
    ['an unknown identity', { identityId: 'nobody' }, 'identity_not_found'],
    ['an unknown organisation', { organisationId: 'org-none' }, 'organisation_not_found'],
    ['an organisation that forbids it', { organisationId: 'org-sms' }, 'factor_not_allowed'],
    ['a person without an app', { identityId: 'bob' }, 'factor_not_enrolled'],
    ['a suspended identity', { identityId: 'eve' }, 'identity_suspended'],
  ])('is refused for %s', async (_, change, code) => {
    const { host, code: right } = await enrolledHost();
    await host.change('bob', {});
    await host.change('eve', { state: 'suspended' });
    await host.organisations.put('acme', 'org-sms');
    const update = { allowedFactors: ['sms'] };
    (await host.policies.update(systemCaller('acme'), 'org-sms', update))._unsafeUnwrap();
    await host.stepUp.verify({ ...SESSION, ...change }, right()).then(expectErr(code));
  });

  it('is asked of a person with an app, before SMS', async () => {
    const { host } = await enrolledHost();
    const decided = await host.stepUp.decide({
      tenantId: 'acme',
      identityId: 'ada',
      session: { assurance: 'aal1', organisationId: null },
      consent: { requiredAssurance: 'aal2', organisationId: null },
      memberSince: host.clock.now(),
    });
    expect(decided._unsafeUnwrap()).toEqual({ type: 'challenge', factor: 'totp', page: null });
  });
});

it('after a rotation the secret moves to the new key with the next right code', async () => {
  const storage = createMemoryStorage();
  const { host: before, secret } = await enrolledHost({ storage });
  const keys = [
    createKeyRing({ active: key('k2', 8), previous: [key('k1')] }),
    createKeyRing({ active: key('k2', 8) }),
  ];
  for (const [index, codeKeys] of keys.entries()) {
    const after = await createServiceHost({ storage, codeKeys });
    after.clock.advance(minutes(index + 1));
    const code = appCode(secret, after.clock.now());
    expect((await after.stepUp.verify(SESSION, code)).isOk()).toBe(true);
  }
  before.clock.advance(minutes(3));
  const code = appCode(secret, before.clock.now());
  await before.stepUp.verify(SESSION, code).then(expectErr('code_mismatch'));
});

it('a key that was dropped too early is logged once, with its id, and the code counts as wrong', async () => {
  const storage = createMemoryStorage();
  const { secret } = await enrolledHost({ storage });
  const codeKeys = createKeyRing({ active: key('k2', 8) });
  const host = await createServiceHost({ storage, codeKeys });
  host.clock.advance(minutes(1));

  for (let attempt = 0; attempt < 2; attempt += 1) {
    const code = appCode(secret, host.clock.now());
    await host.stepUp.verify(SESSION, code).then(expectErr('code_mismatch'));
  }

  const told = host.logged.filter((line) => line.includes('is not in the key ring'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(`keyId: 'k1', known: [ 'k2'`);
});

function expectErr(code: string) {
  return (result: { isErr(): boolean; _unsafeUnwrapErr(): { readonly code: string } }): void => {
    expect(result._unsafeUnwrapErr().code).toBe(code);
  };
}
