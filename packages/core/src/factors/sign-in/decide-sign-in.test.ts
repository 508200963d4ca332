import { describe, expect, it } from 'vitest';
import type { FactorName } from '../../records/factor-name.js';
import { addMs, days } from '../../shared/duration.js';
import { decideSignIn, type SignIn, type SignInDecision } from './decide-sign-in.js';
import { mergePolicy, type EffectivePolicy } from '../../policy/merge-policy.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from '../../policy/policy-fields.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');
const GRACE = days(7);
const LONG_AGO = addMs(NOW, -days(400));

const DEFAULTS = mergePolicy({
  overrides: {},
  legacy: {},
  tenant: { mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY, hipaa: false },
}).policy;

/** A long-standing member with TOTP and a verified phone, whose grace period is over. */
function signInWith(
  policy: Partial<EffectivePolicy>,
  changes: Omit<Partial<SignIn>, 'policy'> = {},
): SignIn {
  return {
    policy: { ...DEFAULTS, preferredFactor: null, gracePeriodMs: GRACE, ...policy },
    proven: [],
    enrolled: ['totp'],
    phoneVerified: true,
    memberSince: LONG_AGO,
    requiredSince: null,
    risk: 'low',
    ...changes,
  };
}

const NOBODY = { enrolled: [] } as const;
const required = { mfaEnforcement: 'required' } as const;
const NEW_MEMBER = addMs(NOW, -days(1));
const allow: SignInDecision = { type: 'allow' };
const challenge: SignInDecision = { type: 'challenge', factor: 'totp' };
const offer: SignInDecision = { type: 'enrol', skippable: true, until: null };
const mustEnrol: SignInDecision = { type: 'enrol', skippable: false, until: null };
const deny: SignInDecision = { type: 'deny', reason: 'factor_required' };
const verifyPhone: SignInDecision = { type: 'verify_phone' };
const graceUntil = (until: Date): SignInDecision => ({ type: 'enrol', skippable: true, until });

describe('a sign-in from a trusted device', () => {
  const always = { mfaPolicy: 'always', trustedDeviceDays: 30 } as const;
  const trustedDevice = { trustedAt: addMs(NOW, -days(10)), expiresAt: addMs(NOW, days(20)) };
  const remembered: SignInDecision = { type: 'allow', remembered: true };

  it.each<[string, Partial<EffectivePolicy>, Omit<Partial<SignIn>, 'policy'>, SignInDecision]>([
    ['needs no challenge', always, {}, remembered],
    [
      'needs none at unknown risk',
      { ...always, mfaPolicy: 'adaptive' },
      { risk: 'unknown' },
      remembered,
    ],
    ['needs one at high risk', always, { risk: 'high' }, challenge],
    ['is not remembered where none is asked for', { ...always, mfaPolicy: 'never' }, {}, allow],
    ['is not remembered with a proven factor', always, { proven: ['totp'] }, allow],
    [
      'needs one once the days of a stricter policy are over',
      { ...always, trustedDeviceDays: 10 },
      {},
      challenge,
    ],
    ['needs none a day before', { ...always, trustedDeviceDays: 11 }, {}, remembered],
    ['needs one where the policy trusts none', { ...always, trustedDeviceDays: 0 }, {}, challenge],
    [
      'needs one once it has expired, however long the policy now trusts',
      { ...always, trustedDeviceDays: 90 },
      { trustedDevice: { ...trustedDevice, expiresAt: NOW } },
      challenge,
    ],
    [
      'must enrol without a factor',
      { ...always, ...required, gracePeriodMs: 0, unenrolledUserAction: 'force_enrollment' },
      NOBODY,
      mustEnrol,
    ],
    ['must enrol with a temporary pass', always, { proven: ['temporary_pass'] }, mustEnrol],
    [
      'must verify the phone',
      { ...always, requirePhoneVerification: true },
      { phoneVerified: false },
      verifyPhone,
    ],
  ])('%s', (_, policy, changes, decision) => {
    expect(decideSignIn(signInWith(policy, { trustedDevice, ...changes }), NOW)).toEqual(decision);
  });
});

describe('a session that has proven a temporary pass', () => {
  const proven = ['temporary_pass'] as const;
  it.each<[string, Partial<EffectivePolicy>, Omit<Partial<SignIn>, 'policy'>, SignInDecision]>([
    ['must enrol before anything else', {}, { proven }, mustEnrol],
    ['must enrol where nothing is demanded', { mfaEnforcement: 'disabled' }, { proven }, mustEnrol],
    [
      'must enrol before a phone is verified',
      { requirePhoneVerification: true },
      { proven, phoneVerified: false },
      mustEnrol,
    ],
    [
      'must enrol within the grace period',
      required,
      { ...NOBODY, proven, memberSince: NOW },
      mustEnrol,
    ],
    [
      'must enrol where others are blocked',
      { ...required, unenrolledUserAction: 'block' },
      { ...NOBODY, proven },
      mustEnrol,
    ],
    [
      'is let in with the factor that it enrolled',
      required,
      { proven: [...proven, 'totp'] },
      allow,
    ],
    [
      'must enrol one that counts',
      { ...required, allowedFactors: ['sms'] },
      { proven: [...proven, 'totp'] },
      mustEnrol,
    ],
    [
      'is let in where there is no factor to enrol',
      { allowedFactors: [], mfaEnforcement: 'disabled' },
      { proven },
      allow,
    ],
  ])('%s', (_, policy, changes, decision) => {
    expect(decideSignIn(signInWith(policy, changes), NOW)).toEqual(decision);
  });
});

describe('a person with a usable factor', () => {
  it.each<[string, Partial<EffectivePolicy>, Omit<Partial<SignIn>, 'policy'>, SignInDecision]>([
    ['is asked at every sign-in under always', { mfaPolicy: 'always' }, {}, challenge],
    [
      'is asked even where factors are optional',
      { mfaPolicy: 'always', mfaEnforcement: 'optional' },
      {},
      challenge,
    ],
    [
      'is asked under adaptive at high risk',
      { mfaPolicy: 'adaptive' },
      { risk: 'high' },
      challenge,
    ],
    [
      'is asked under adaptive if the risk is unknown',
      { mfaPolicy: 'adaptive' },
      { risk: 'unknown' },
      challenge,
    ],
    ['is let in under adaptive at low risk', { mfaPolicy: 'adaptive' }, {}, allow],
    ['is let in under never, at any risk', { mfaPolicy: 'never' }, { risk: 'high' }, allow],
    [
      'is let in where factors are disabled, at any risk',
      { mfaPolicy: 'always', mfaEnforcement: 'disabled' },
      { risk: 'high' },
      allow,
    ],
    ['is let in once it is proven', { mfaPolicy: 'always' }, { proven: ['totp'] }, allow],
    [
      'is let in once any usable factor is proven',
      { mfaPolicy: 'always' },
      { enrolled: ['totp', 'sms'], proven: ['sms'] },
      allow,
    ],
    [
      'is asked though a factor is proven that is not enrolled any more',
      { mfaPolicy: 'always' },
      { proven: ['sms'] },
      challenge,
    ],
    [
      'is asked though a factor is proven that is not allowed',
      { mfaPolicy: 'always', allowedFactors: ['totp'] },
      { enrolled: ['totp', 'sms'], proven: ['sms'] },
      challenge,
    ],
    [
      'is asked for the preferred one',
      { mfaPolicy: 'always', preferredFactor: 'sms' },
      { enrolled: ['totp', 'sms'] },
      { type: 'challenge', factor: 'sms' },
    ],
  ])('%s', (_, policy, changes, decision) => {
    expect(decideSignIn(signInWith(policy, changes), NOW)).toEqual(decision);
  });
});

describe('a person without a usable factor', () => {
  // spec: policy/unenrolled-action
  it.each<[string, Partial<EffectivePolicy>, Omit<Partial<SignIn>, 'policy'>, SignInDecision]>([
    [
      'is let in where factors are disabled',
      { mfaEnforcement: 'disabled', unenrolledUserAction: 'block' },
      NOBODY,
      allow,
    ],
    ['is offered one where it is optional', { unenrolledUserAction: 'block' }, NOBODY, offer],
    [
      'is not even offered one where it is optional and the action is allow',
      { unenrolledUserAction: 'allow' },
      NOBODY,
      allow,
    ],
    [
      'is let in where one is required and the action is allow',
      { ...required, unenrolledUserAction: 'allow' },
      NOBODY,
      allow,
    ],
    [
      'is prompted where one is required and the action is prompt',
      { ...required, unenrolledUserAction: 'prompt' },
      NOBODY,
      offer,
    ],
    [
      'must enrol where one is required and the action is force_enrollment',
      { ...required, unenrolledUserAction: 'force_enrollment' },
      NOBODY,
      mustEnrol,
    ],
    [
      'is kept out where one is required and the action is block',
      { ...required, unenrolledUserAction: 'block' },
      NOBODY,
      deny,
    ],
    [
      'counts as unenrolled where the only factor is not allowed',
      { ...required, unenrolledUserAction: 'block', allowedFactors: ['webauthn'] },
      {},
      deny,
    ],
    [
      'never gets in on a high risk alone, though a factor is optional',
      { mfaPolicy: 'adaptive', unenrolledUserAction: 'block' },
      { ...NOBODY, risk: 'high' },
      deny,
    ],
    [
      'never gets in on a high risk alone under always either',
      { mfaPolicy: 'always', unenrolledUserAction: 'block' },
      { ...NOBODY, risk: 'high' },
      deny,
    ],
    [
      'is not held to a risk under never',
      { mfaPolicy: 'never', unenrolledUserAction: 'block' },
      { ...NOBODY, risk: 'high' },
      offer,
    ],
    [
      'is not affected by an unknown risk',
      { mfaPolicy: 'adaptive', unenrolledUserAction: 'block' },
      { ...NOBODY, risk: 'unknown' },
      offer,
    ],
  ])('%s', (_, policy, changes, decision) => {
    expect(decideSignIn(signInWith(policy, changes), NOW)).toEqual(decision);
  });
});

describe('the grace period', () => {
  const policy = { ...required, unenrolledUserAction: 'block' } as const;

  // spec: policy/grace-period
  it.each<[string, Omit<Partial<SignIn>, 'policy'>, SignInDecision]>([
    [
      'lets a new member in until it ends',
      { memberSince: NEW_MEMBER },
      graceUntil(addMs(NEW_MEMBER, GRACE)),
    ],
    [
      'lets an old member in for as long after a factor became required',
      { requiredSince: NEW_MEMBER },
      graceUntil(addMs(NEW_MEMBER, GRACE)),
    ],
    [
      'runs from the later of the two',
      { memberSince: NEW_MEMBER, requiredSince: LONG_AGO },
      graceUntil(addMs(NEW_MEMBER, GRACE)),
    ],
    [
      'lasts to its last millisecond',
      { memberSince: addMs(NOW, 1 - GRACE) },
      graceUntil(addMs(NOW, 1)),
    ],
    ['is over at exactly its end', { memberSince: addMs(NOW, -GRACE) }, deny],
    ['does not cover a high risk', { memberSince: NEW_MEMBER, risk: 'high' }, deny],
    [
      'covers an unknown risk',
      { memberSince: NEW_MEMBER, risk: 'unknown' },
      graceUntil(addMs(NEW_MEMBER, GRACE)),
    ],
  ])('%s', (_, changes, decision) => {
    expect(decideSignIn(signInWith(policy, { ...NOBODY, ...changes }), NOW)).toEqual(decision);
  });

  it('of 0 is over even at the time of joining', () => {
    const signIn = signInWith({ ...policy, gracePeriodMs: 0 }, { ...NOBODY, memberSince: NOW });
    expect(decideSignIn(signIn, NOW)).toEqual(deny);
  });
});

describe('a policy that requires a verified phone', () => {
  const wanted = { requirePhoneVerification: true } as const;
  const missing = { phoneVerified: false } as const;

  it.each<[string, Partial<EffectivePolicy>, Omit<Partial<SignIn>, 'policy'>, SignInDecision]>([
    // spec: policy/phone-verification
    ['asks for it before the sign-in completes', {}, missing, verifyPhone],
    [
      'asks for it where factors are disabled',
      { mfaEnforcement: 'disabled' },
      missing,
      verifyPhone,
    ],
    ['asks for it before an offer that can be skipped', {}, { ...NOBODY, ...missing }, verifyPhone],
    [
      'asks for it within the grace period',
      { ...required, unenrolledUserAction: 'block' },
      { ...NOBODY, ...missing, memberSince: NEW_MEMBER },
      verifyPhone,
    ],
    ['asks for the second factor first', { mfaPolicy: 'always' }, missing, challenge],
    [
      'asks for an enrolment first where that is owed',
      { ...required, unenrolledUserAction: 'force_enrollment' },
      { ...NOBODY, ...missing },
      mustEnrol,
    ],
    [
      'keeps out whom the factor keeps out',
      { ...required, unenrolledUserAction: 'block' },
      { ...NOBODY, ...missing },
      deny,
    ],
    ['lets in whose phone is verified', {}, {}, allow],
  ])('%s', (_, policy, changes, decision) => {
    expect(decideSignIn(signInWith({ ...wanted, ...policy }, changes), NOW)).toEqual(decision);
  });
});

describe('every sign-in there can be', () => {
  // standard: nist/2.2.1-factors, asvs/6.3.3, asvs/6.3.4
  it('is decided as the decisions say', () => {
    const wrong = everySignIn().flatMap((signIn) => {
      const decided = describeDecision(decideSignIn(signIn, NOW));
      const specified = specifiedDecision(signIn);
      return decided === specified ? [] : [{ signIn, decided, specified }];
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['mfaEnforcement', ['disabled', 'optional', 'required']],
    ['mfaPolicy', ['never', 'adaptive', 'always']],
    ['unenrolledUserAction', ['allow', 'prompt', 'force_enrollment', 'block']],
    ['gracePeriodMs', [days(90), GRACE, 1, 0]],
    ['requirePhoneVerification', [false, true]],
  ] as const)('gets in no more easily under a stricter %s', (name, weakestFirst) => {
    const easier = everySignIn().filter((signIn) => {
      const hurdles = weakestFirst.map((value) =>
        hurdleOf(decideSignIn({ ...signIn, policy: { ...signIn.policy, [name]: value } }, NOW)),
      );
      return hurdles.some((hurdle, index) => hurdle < (hurdles[index - 1] ?? 0));
    });
    expect(easier).toEqual([]);
  });
});

/** How much stands between a person and a session: nothing, something to do, no way. */
function hurdleOf(decision: SignInDecision): number {
  switch (decision.type) {
    case 'allow':
      return 0;
    case 'enrol':
      return decision.skippable ? 0 : 1;
    case 'verify_phone':
    case 'challenge':
      return 1;
    case 'deny':
      return 2;
  }
}

function describeDecision(decision: SignInDecision): string {
  switch (decision.type) {
    case 'allow':
    case 'verify_phone':
    case 'deny':
      return decision.type;
    case 'challenge':
      return `challenge ${decision.factor}`;
    case 'enrol':
      return decision.skippable
        ? `may enrol until ${decision.until?.toISOString() ?? 'whenever'}`
        : 'must enrol';
  }
}

/** Written apart from the code under test: questions in the words of the decisions, and a table of answers. */
function specifiedDecision(signIn: SignIn): string {
  const { policy, enrolled, proven, risk, memberSince, requiredSince } = signIn;
  const order: readonly FactorName[] = ['webauthn', 'totp', 'sms', 'email'];
  const usable = order.filter(
    (name) => enrolled.includes(name) && policy.allowedFactors.includes(name),
  );
  const strongest = usable.find((name) => name === policy.preferredFactor) ?? usable[0];
  const wasProven = usable.some((name) => proven.includes(name));
  const asks = { never: false, adaptive: risk !== 'low', always: true }[policy.mfaPolicy];
  const graceEnds =
    Math.max(memberSince.getTime(), requiredSince?.getTime() ?? 0) + policy.gracePeriodMs;
  const inGrace = NOW.getTime() < graceEnds;
  const isRisky = policy.mfaPolicy !== 'never' && risk === 'high';
  const isRequired = policy.mfaEnforcement === 'required';

  const whenOwed = {
    allow: 'allow',
    prompt: 'may enrol until whenever',
    force_enrollment: 'must enrol',
    block: 'deny',
  }[policy.unenrolledUserAction];
  const whenInGrace = `may enrol until ${new Date(graceEnds).toISOString()}`;

  const answers: readonly (readonly [applies: boolean, answer: string])[] = [
    [policy.mfaEnforcement === 'disabled', 'allow'],
    [strongest !== undefined && asks && !wasProven, `challenge ${strongest ?? ''}`],
    [strongest !== undefined || policy.unenrolledUserAction === 'allow', 'allow'],
    [isRisky, whenOwed],
    [isRequired && inGrace, whenInGrace],
    [isRequired, whenOwed],
    [true, 'may enrol until whenever'],
  ];
  const answer = answers.find(([applies]) => applies)?.[1] ?? '';
  const needsPhone = policy.requirePhoneVerification && !signIn.phoneVerified;
  return needsPhone && /^(allow|may enrol)/.test(answer) ? 'verify_phone' : answer;
}

/** The whole product of policies, risks, states of factors, moments of the grace period and phones. */
function everySignIn(): readonly SignIn[] {
  const policies = (['disabled', 'optional', 'required'] as const).flatMap((mfaEnforcement) =>
    (['never', 'adaptive', 'always'] as const).flatMap((mfaPolicy) =>
      (['allow', 'prompt', 'force_enrollment', 'block'] as const).flatMap((unenrolledUserAction) =>
        [false, true].flatMap((requirePhoneVerification) =>
          ([null, 'sms'] as const).map((preferredFactor) => ({
            mfaEnforcement,
            mfaPolicy,
            unenrolledUserAction,
            requirePhoneVerification,
            preferredFactor,
            allowedFactors: ['email', 'sms', 'totp'] as const,
          })),
        ),
      ),
    ),
  );
  const factors: readonly Pick<SignIn, 'enrolled' | 'proven'>[] = [
    { enrolled: [], proven: [] },
    { enrolled: [], proven: ['totp'] },
    { enrolled: ['webauthn'], proven: ['webauthn'] },
    { enrolled: ['sms', 'totp'], proven: [] },
    { enrolled: ['webauthn', 'totp'], proven: ['webauthn'] },
    { enrolled: ['sms', 'totp'], proven: ['email'] },
    { enrolled: ['sms', 'totp'], proven: ['sms'] },
  ];
  const membership: readonly Pick<SignIn, 'memberSince' | 'requiredSince'>[] = [
    { memberSince: LONG_AGO, requiredSince: null },
    { memberSince: NEW_MEMBER, requiredSince: null },
    { memberSince: addMs(NOW, -GRACE), requiredSince: LONG_AGO },
    { memberSince: LONG_AGO, requiredSince: addMs(NOW, 1 - GRACE) },
    { memberSince: NOW, requiredSince: NEW_MEMBER },
  ];
  const risks = ['low', 'high', 'unknown'] as const;
  return policies.flatMap((policy) =>
    factors.flatMap((held) =>
      membership.flatMap((since) =>
        risks.flatMap((risk) =>
          [true, false].map((phoneVerified) =>
            signInWith(policy, { ...held, ...since, risk, phoneVerified }),
          ),
        ),
      ),
    ),
  );
}
