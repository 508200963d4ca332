import { describe, expect, it } from 'vitest';
import { bound, KEYS } from '../../../test/fixtures.js';
import { caller, createServiceHost, wrongCode } from '../../../test/service-host.js';
import { systemCaller } from '../../access/caller.js';
import { hours, minutes, seconds } from '../../shared/duration.js';
import { decideAlways } from '../../identity/facts-service.js';
import type { Stretch } from '../../shared/keys/stretch.js';
import type { Storage } from '../../ports/storage.js';
import { printBase32Code, toBase32Code, type Base32Code } from '../../shared/base32-code.js';
import type { StepwardOptions } from '../../stepward.js';
import { appCode, createMemoryStorage, quickStretch } from '@stepward/testing';
import { mfaStatus } from '../mfa-status.js';
import { decideSignIn } from '../sign-in/decide-sign-in.js';
import { recoverySet } from './recovery-set.js';

const SESSION = {
  tenantId: 'acme',
  identityId: 'ada',
  sessionId: 'session-1',
  factor: 'recovery_code',
} as const;

/** `ada` has SMS and ten codes. */
async function hostWithCodes(options: Partial<StepwardOptions> = {}) {
  const host = await createServiceHost(options);
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  (await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap();
  host.clock.advance(seconds(1));
  const { codes } = (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
  return { host, codes };
}

async function goIntoHipaaMode(host: Awaited<ReturnType<typeof createServiceHost>>) {
  const mfa = { enforcement: 'required', gracePeriodMs: 0 } as const;
  (await host.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
  (await host.tenants.setHipaa(systemCaller('acme'), true, 'for a test'))._unsafeUnwrap();
}

describe('a set of recovery codes', () => {
  // standard: nist/3.1.2.1-random, asvs/6.5.4, nist/4.2.1.1-strength
  it('has ten codes, which the MFA status counts and which are no method', async () => {
    const { host, codes } = await hostWithCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^\w{4}(-\w{4}){3}$/);
    const status = await host.enrolments.status(caller());
    expect(status._unsafeUnwrap()).toEqual({
      enabled: true,
      methods: ['sms'],
      backupCodesRemaining: 10,
    });
  });

  it('is voided by the next one', async () => {
    const { host, codes } = await hostWithCodes();
    const next = (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
    await host.stepUp.verify(SESSION, codes[0]).then(expectErr('code_mismatch'));
    expect((await host.stepUp.verify(SESSION, next.codes[0])).isOk()).toBe(true);
  });

  it('is not counted where the directory of the host counts its own', async () => {
    const { host } = await hostWithCodes();
    await host.change('ada', { backupCodesRemaining: 3 });
    const status = await host.enrolments.status(caller());
    expect(status._unsafeUnwrap().backupCodesRemaining).toBe(3);
  });

  it('goes with the last factor', async () => {
    const { host, codes } = await hostWithCodes();
    const removed = (await host.enrolments.remove(caller()))._unsafeUnwrap();
    expect(removed).toEqual({ enabled: false, methods: [], backupCodesRemaining: 0 });
    await host.stepUp.verify(SESSION, codes[0]).then(expectErr('factor_not_enrolled'));
  });

  // standard: nist/3.1.2.1-assurance
  it('needs a factor, a session at aal2 and an active identity', async () => {
    const { host } = await hostWithCodes();
    await host.recoveryCodes
      .generate(caller('ada', 'aal1'))
      .then(expectErr('assurance_insufficient'));
    await host.change('bob', {});
    await host.recoveryCodes.generate(caller('bob')).then(expectErr('no_factor'));
    await host.change('eve', { state: 'suspended' });
    await host.recoveryCodes.generate(caller('eve')).then(expectErr('identity_suspended'));
    await host.recoveryCodes.generate(caller('nobody')).then(expectErr('identity_unknown'));
  });

  it('can also replace a factor of the host', async () => {
    const host = await createServiceHost();
    await host.change('ada', { otherFactors: ['webauthn'] });
    const { codes } = (await host.recoveryCodes.generate(caller('ada', 'aal2')))._unsafeUnwrap();
    expect((await host.stepUp.verify(SESSION, codes[3])).isOk()).toBe(true);
    await host.change('ada', { otherFactors: [] });
    await host.stepUp.verify(SESSION, codes[4]).then(expectErr('factor_not_enrolled'));
  });

  it('is forbidden in HIPAA mode where the host says so, and nowhere else', async () => {
    const { host, codes } = await hostWithCodes({ recoveryCodes: { forbidInHipaaMode: true } });
    expect((await host.stepUp.verify(SESSION, codes[0])).isOk()).toBe(true);
    await goIntoHipaaMode(host);
    await host.recoveryCodes.generate(caller()).then(expectErr('factor_not_allowed'));
    await host.stepUp.verify(SESSION, codes[1]).then(expectErr('factor_not_allowed'));

    const allowing = await hostWithCodes();
    await goIntoHipaaMode(allowing.host);
    expect((await allowing.host.recoveryCodes.generate(caller())).isOk()).toBe(true);
  });

  it('is recorded in the authentication log and by events', async () => {
    const { host, codes } = await hostWithCodes();
    host.clock.advance(seconds(1));
    (await host.stepUp.verify(SESSION, codes[0]))._unsafeUnwrap();
    const filter = { type: null, identityId: null, since: null, until: null };
    const log = await host.authenticationLog.list('acme', filter, { limit: 2, position: null });
    expect(log.items.map(({ type, factor }) => [type, factor])).toEqual([
      ['recovery_code.used', 'recovery_code'],
      ['recovery_codes.generated', 'recovery_code'],
    ]);
    const { items } = await host.events.list('acme');
    const used = { session_id: SESSION.sessionId, used_at: expect.any(String) };
    expect(items.slice(0, 2).map(({ type, data }) => [type, JSON.parse(data)])).toEqual([
      ['mfa.recovery_code_used', { identity_id: 'ada', ...used }],
      ['mfa.recovery_codes_generated', { identity_id: 'ada', generated_at: expect.any(String) }],
    ]);
  });
});

describe('a set of the earlier form, of 10 characters and not stretched', () => {
  it('is good until the next one replaces it', async () => {
    const storage = createMemoryStorage();
    const { host } = await hostWithCodes({ storage });
    const earlier = [1, 2].map((byte) => toBase32Code(new Uint8Array(10).fill(byte)));
    await keepSet(storage, earlier);
    const [first, second] = earlier.map(printBase32Code);
    expect((await host.stepUp.verify(SESSION, first)).isOk()).toBe(true);
    await host.stepUp.verify(SESSION, first).then(expectErr('code_mismatch'));
    await host.stepUp.verify(SESSION, '0000-0000-0000-0000').then(expectErr('code_mismatch'));
    const { codes } = (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
    await host.stepUp.verify(SESSION, second).then(expectErr('code_mismatch'));
    expect((await host.stepUp.verify(SESSION, codes[0])).isOk()).toBe(true);
  });
});

describe('a code is stretched', () => {
  /** Counts what is stretched, from now on. */
  function counting() {
    const stretched: string[] = [];
    let whileStretching = async (): Promise<unknown> => undefined;
    const stretch: Stretch = async (secret, salt) => {
      stretched.push(secret);
      await whileStretching();
      return quickStretch(secret, salt);
    };
    return {
      stretch,
      stretched,
      meanwhile: (run: typeof whileStretching) => (whileStretching = run),
    };
  }

  // standard: nist/3.1.2.2-storage
  it('ten times for a set, and once for a guess', async () => {
    const { stretch, stretched } = counting();
    const { host, codes } = await hostWithCodes({ stretch });
    expect(stretched).toHaveLength(10);
    await host.stepUp.verify(SESSION, '0000-0000-0000-0000').then(expectErr('code_mismatch'));
    (await host.stepUp.verify(SESSION, codes[0]))._unsafeUnwrap();
    expect(stretched).toHaveLength(12);
  });

  it('never for a guess or a new set that is refused anyway', async () => {
    const { stretch, stretched } = counting();
    const limits = { guessesPerHour: 1 };
    const { host, codes } = await hostWithCodes({ stretch, limits });
    await host.change('bob', {});
    await host.change('eve', { state: 'suspended' });
    stretched.length = 0;
    const verify = (identityId: string, code: string) =>
      host.stepUp.verify({ ...SESSION, identityId }, code);
    const tried = codes[0]!;
    await verify('nobody', tried).then(expectErr('identity_not_found'));
    await verify('eve', tried).then(expectErr('identity_suspended'));
    await verify('bob', tried).then(expectErr('factor_not_enrolled'));
    await verify('ada', 'no code').then(expectErr('code_malformed'));
    await host.recoveryCodes.generate(caller('bob')).then(expectErr('no_factor'));
    await host.recoveryCodes
      .generate(caller('ada', 'aal1'))
      .then(expectErr('assurance_insufficient'));
    expect(stretched).toEqual([]);
    await verify('ada', '0000-0000-0000-0000').then(expectErr('code_mismatch'));
    await verify('ada', tried).then(expectErr('attempts_exhausted'));
    expect(stretched).toEqual(['0000000000000000']);
  });

  it('before the decision: a set that is replaced meanwhile does not match, and the guess counts', async () => {
    const { stretch, meanwhile } = counting();
    const storage = createMemoryStorage();
    const { host, codes } = await hostWithCodes({ stretch, storage });
    meanwhile(() => keepSet(storage, [toBase32Code(new Uint8Array(10))]));
    await host.stepUp.verify(SESSION, codes[0]).then(expectErr('code_mismatch'));
    const { guesses } = (await host.people.see(systemCaller('acme'), 'ada'))._unsafeUnwrap();
    expect(guesses.remaining).toBe(9);
  });

  it('once to know that shown codes are still the whole set', async () => {
    const { stretch, stretched } = counting();
    const { host, codes } = await hostWithCodes({ stretch });
    stretched.length = 0;
    expect(await host.recoveryCodes.isCurrent(caller(), codes)).toBe(true);
    expect(stretched).toHaveLength(1);
    (await host.stepUp.verify(SESSION, codes[9]))._unsafeUnwrap();
    expect(await host.recoveryCodes.isCurrent(caller(), codes)).toBe(false);
    (await host.recoveryCodes.generate(caller()))._unsafeUnwrap();
    expect(await host.recoveryCodes.isCurrent(caller(), codes)).toBe(false);
  });
});

/** Replaces the set of `ada` with one of the earlier form. */
async function keepSet(storage: Storage, codes: readonly Base32Code[]): Promise<void> {
  const owner = { tenantId: 'acme', identityId: 'ada' };
  const stretched = codes.map((secret) => ({ salt: null, secret }));
  const verifier = recoverySet(KEYS, owner, stretched);
  const scope = { ...owner, factor: 'recovery_code', purpose: 'enrolment' } as const;
  await decideAlways(storage, scope, ({ record }) => {
    const others = record.authenticators.filter(({ factor }) => factor !== 'recovery_code');
    const authenticators = [...others, bound('recovery_code', { verifier })];
    return { outcome: null, record: { ...record, authenticators } };
  });
}

describe('the step-up of a session', () => {
  // standard: nist/3.1.2.2-once, asvs/6.5.1
  it('takes a code once, in lower case and with spaces, and says what it proves', async () => {
    const { host, codes } = await hostWithCodes();
    const typed = codes[0]!.toLowerCase().replaceAll('-', ' ');
    expect((await host.stepUp.verify(SESSION, typed))._unsafeUnwrap()).toEqual({
      assurance: 'aal2',
      amr: ['mfa'],
      identityId: 'ada',
      sessionId: 'session-1',
    });
    await host.stepUp.verify(SESSION, codes[0]).then(expectErr('code_mismatch'));
    const status = await host.enrolments.status(caller());
    expect(status._unsafeUnwrap().backupCodesRemaining).toBe(9);
  });

  it('takes codes in an organisation that allows a factor of the person, and in no other', async () => {
    const { host, codes } = await hostWithCodes();
    await host.organisations.put('acme', 'org-webauthn');
    const update = { allowedFactors: ['webauthn'] };
    (await host.policies.update(systemCaller('acme'), 'org-webauthn', update))._unsafeUnwrap();
    const session = { ...SESSION, organisationId: 'org-webauthn' };
    await host.stepUp.verify(session, codes[0]).then(expectErr('factor_not_allowed'));
    await host.change('ada', { otherFactors: ['webauthn'] });
    expect((await host.stepUp.verify(session, codes[0])).isOk()).toBe(true);
  });

  // standard: nist/3.1.2.2-throttling, nist/3.1.4.2-throttling, asvs/6.6.3
  it('spends the ten guesses of the hour together with SMS and the app', async () => {
    const { host, codes } = await hostWithCodes();
    const { secret } = (await host.totp.start(caller('ada', 'aal2')))._unsafeUnwrap();
    const shown = () => appCode(secret, host.clock.now());
    (await host.totp.verify(caller('ada', 'aal2'), shown()))._unsafeUnwrap();
    host.clock.advance(minutes(1));
    const sms = { ...SESSION, factor: 'sms' };
    const app = { ...SESSION, factor: 'totp' };
    (await host.stepUp.challenge(sms))._unsafeUnwrap();

    for (let n = 0; n < 4; n += 1) {
      await host.stepUp.verify(sms, wrongCode(host.codes.at(-1))).then(expectErr('code_mismatch'));
    }
    for (let n = 0; n < 3; n += 1) {
      await host.stepUp.verify(app, wrongCode(shown())).then(expectErr('code_mismatch'));
      await host.stepUp.verify(SESSION, '0000-0000-0000-0000').then(expectErr('code_mismatch'));
    }

    await host.stepUp.verify(sms, host.codes.at(-1)).then(expectErr('attempts_exhausted'));
    await host.stepUp.verify(app, shown()).then(expectErr('attempts_exhausted'));
    await host.stepUp.verify(SESSION, codes[0]).then(expectErr('attempts_exhausted'));
    await host.stepUp.challenge(sms).then(expectErr('guess_budget_spent'));

    host.clock.advance(hours(1) + seconds(1));
    expect((await host.stepUp.verify(SESSION, codes[0])).isOk()).toBe(true);
  });
});

it('wrong codes in a row suspend a factor alone, and a new set or enrolment is usable', async () => {
  const { host, codes } = await hostWithCodes({ limits: { guessesInARow: 2 } });
  const { secret } = (await host.totp.start(caller('ada', 'aal2')))._unsafeUnwrap();
  const shown = () => appCode(secret, host.clock.now());
  (await host.totp.verify(caller('ada', 'aal2'), shown()))._unsafeUnwrap();
  host.clock.advance(minutes(1));
  const app = { ...SESSION, factor: 'totp' };
  const wrong = () => host.stepUp.verify(SESSION, '0000-0000-0000-0000');
  await wrong().then(expectErr('code_mismatch'));
  await host.stepUp.verify(app, wrongCode(shown())).then(expectErr('code_mismatch'));
  (await host.stepUp.verify(app, shown()))._unsafeUnwrap();
  host.clock.advance(minutes(1));
  await host.stepUp.verify(app, wrongCode(shown())).then(expectErr('code_mismatch'));
  await wrong().then(expectErr('code_mismatch'));

  await host.stepUp.verify(SESSION, codes[0]).then(expectErr('factor_suspended'));
  (await host.stepUp.verify(app, shown()))._unsafeUnwrap();
  const next = (await host.recoveryCodes.generate(caller('ada', 'aal2')))._unsafeUnwrap();
  expect((await host.stepUp.verify(SESSION, next.codes[0])).isOk()).toBe(true);
  for (const fresh of [1, 2]) {
    host.clock.advance(minutes(fresh));
    await host.stepUp.verify(app, wrongCode(shown())).then(expectErr('code_mismatch'));
  }
  await host.stepUp.verify(app, shown()).then(expectErr('factor_suspended'));
  await host.totp.start(caller('ada', 'aal1')).then(expectErr('assurance_insufficient'));
  (await host.totp.remove(caller('ada', 'aal2')))._unsafeUnwrap();
  expect((await host.totp.start(caller('ada', 'aal2'))).isOk()).toBe(true);
});

it('a sign-in with a recovery code needs no other factor', async () => {
  const { host } = await hostWithCodes();
  const policy = (await host.policies.get('acme', null))._unsafeUnwrap();
  const now = host.clock.now();
  const { methods: enrolled } = (await host.enrolments.status(caller()))._unsafeUnwrap();
  const signIn = {
    policy: { ...policy, mfaEnforcement: 'required', mfaPolicy: 'always' } as const,
    enrolled,
    phoneVerified: true,
    memberSince: now,
    requiredSince: null,
    risk: 'high',
  } as const;
  expect(decideSignIn({ ...signIn, proven: [] }, now)).toEqual({
    type: 'challenge',
    factor: 'sms',
  });
  expect(decideSignIn({ ...signIn, proven: ['recovery_code'] }, now)).toEqual({ type: 'allow' });
  expect(decideSignIn({ ...signIn, enrolled: [], proven: ['recovery_code'] }, now).type).not.toBe(
    'challenge',
  );
});

it('recovery codes alone are no second factor', async () => {
  const { host } = await hostWithCodes();
  const ada = (await host.identities.find('acme', 'ada'))!;
  const kept = [bound('recovery_code', { verifier: 'a b' })];
  expect(mfaStatus(ada, kept)).toEqual({ enabled: false, methods: [], backupCodesRemaining: 2 });
});

function expectErr(code: string) {
  return (result: { isErr(): boolean; _unsafeUnwrapErr(): { readonly code: string } }): void => {
    expect(result._unsafeUnwrapErr().code).toBe(code);
  };
}
