import { describe, expect, it } from 'vitest';
import type { AssuranceLevel } from '../../access/assurance.js';
import { FACTOR_NAMES, type FactorName } from '../../records/factor-name.js';
import { mergePolicy, type EffectivePolicy } from '../../policy/merge-policy.js';
import { addMs, hours } from '../../shared/duration.js';
import { DEFAULT_TENANT } from '../../tenants/tenant.js';
import { decideStepUp, type StepUp, type StepUpDecision } from './decide-step-up.js';
import { NOW, ago } from '../../../test/fixtures.js';

const { policy: DEFAULT_POLICY } = mergePolicy({
  overrides: {},
  legacy: {},
  tenant: DEFAULT_TENANT,
});

const inConsent: StepUp = {
  session: { assurance: 'aal1' },
  consent: { requiredAssurance: null },
  policy: DEFAULT_POLICY,
  enrolled: ['sms'],
  memberSince: ago(hours(24 * 365)),
  requiredSince: null,
  risk: 'unknown',
};

const decide = (changes: Partial<StepUp>): StepUpDecision =>
  decideStepUp({ ...inConsent, ...changes }, NOW);

const withPolicy = (changes: Partial<EffectivePolicy>): Pick<StepUp, 'policy'> => ({
  policy: { ...DEFAULT_POLICY, ...changes },
});

const NOTHING: StepUpDecision = { type: 'nothing' };
const SMS: StepUpDecision = { type: 'challenge', factor: 'sms', page: '/sms-verify' };
const TOTP: StepUpDecision = { type: 'challenge', factor: 'totp', page: null };
const DEMANDING = { consent: { requiredAssurance: 'aal2' } } as const;

describe('during consent', () => {
  it.each<[string, Partial<StepUp>, StepUpDecision]>([
    // spec: step-up/verified, step-up/challenge, auth/factor-priority
    ['a session at aal1 whose factor is SMS goes to the hosted page', {}, SMS],
    // spec: auth/factor-priority
    ['one whose factor is another is challenged without that page', { enrolled: ['totp'] }, TOTP],
    ['a stronger factor comes before SMS', { enrolled: ['sms', 'totp'] }, TOTP],
    // spec: step-up/challenge
    [
      'a preferred SMS comes before a stronger factor',
      { enrolled: ['sms', 'totp'], ...withPolicy({ preferredFactor: 'sms' }) },
      SMS,
    ],
    // spec: step-up/verified
    ['a session at aal2 needs nothing', { session: { assurance: 'aal2' } }, NOTHING],
    // spec: step-up/challenge
    ['no consent, no step-up', { consent: null }, NOTHING],
    // spec: step-up/challenge
    ['a policy that never asks needs nothing', withPolicy({ mfaPolicy: 'never' }), NOTHING],
    // spec: step-up/challenge
    ['a low risk under an adaptive policy needs nothing', { risk: 'low' }, NOTHING],
    [
      'a client that demands aal2 gets it whatever the policy asks',
      { ...DEMANDING, ...withPolicy({ mfaPolicy: 'never', mfaEnforcement: 'disabled' }) },
      SMS,
    ],
    [
      'a person without the factor that a client demands must enrol one',
      { ...DEMANDING, enrolled: [], ...withPolicy({ unenrolledUserAction: 'allow' }) },
      { type: 'enrol', skippable: false, until: null },
    ],
    [
      'a grace period does not apply to a client that demands aal2',
      { ...DEMANDING, enrolled: [], memberSince: addMs(NOW, hours(1)) },
      { type: 'enrol', skippable: false, until: null },
    ],
    [
      'a person without one is kept out where the policy blocks',
      { ...DEMANDING, enrolled: [], ...withPolicy({ unenrolledUserAction: 'block' }) },
      { type: 'deny', reason: 'factor_required' },
    ],
    [
      'a factor that the organisation does not allow does not count',
      {
        enrolled: ['sms'],
        ...withPolicy({ allowedFactors: ['totp'], mfaEnforcement: 'required' }),
      },
      { type: 'enrol', skippable: true, until: null },
    ],
    [
      'a client that demands aal1 demands nothing',
      { consent: { requiredAssurance: 'aal1' }, risk: 'low' },
      NOTHING,
    ],
  ])('%s', (_, changes, decision) => {
    expect(decide(changes)).toEqual(decision);
  });

  // spec: step-up/challenge
  it('every session × consent × policy × factor × risk × time is decided as the table says', () => {
    const inputs = everyStepUp();
    expect(inputs.length).toBe(186_624);
    const wrong = inputs.filter(
      (input) => JSON.stringify(decideStepUp(input, NOW)) !== JSON.stringify(specified(input)),
    );
    expect(wrong.slice(0, 3)).toEqual([]);
  });
});

/** The table of docs/step-up.md and docs/sign-in.md, written apart from the code under test. */
function specified(input: StepUp): StepUpDecision {
  const { session, consent, policy, enrolled, risk, memberSince } = input;
  if (consent === null) return NOTHING;
  if (session.assurance === 'aal2') return NOTHING;
  const demanded = consent.requiredAssurance === 'aal2';
  const usable = FACTOR_NAMES.filter(
    (name) => enrolled.includes(name) && policy.allowedFactors.includes(name),
  );
  const preferred = usable.find((name) => name === policy.preferredFactor);
  const factor = preferred ?? usable[0];
  if (factor !== undefined) {
    const page = factor === 'sms' ? '/sms-verify' : null;
    const asks =
      policy.mfaEnforcement !== 'disabled' &&
      (policy.mfaPolicy === 'always' || (policy.mfaPolicy === 'adaptive' && risk !== 'low'));
    return demanded || asks ? { type: 'challenge', factor, page } : NOTHING;
  }
  const action = policy.unenrolledUserAction;
  if (demanded) {
    return action === 'block'
      ? { type: 'deny', reason: 'factor_required' }
      : { type: 'enrol', skippable: false, until: null };
  }
  if (policy.mfaEnforcement === 'disabled' || action === 'allow') return NOTHING;
  const graceEnds = addMs(memberSince, policy.gracePeriodMs);
  const isOwed =
    (policy.mfaPolicy !== 'never' && risk === 'high') ||
    (policy.mfaEnforcement === 'required' && NOW >= graceEnds);
  if (!isOwed) {
    const until = policy.mfaEnforcement === 'required' ? graceEnds : null;
    return { type: 'enrol', skippable: true, until };
  }
  if (action === 'block') return { type: 'deny', reason: 'factor_required' };
  return { type: 'enrol', skippable: action === 'prompt', until: null };
}

function everyStepUp(): readonly StepUp[] {
  const sets = Array.from({ length: 16 }, (_, bits) =>
    FACTOR_NAMES.filter((_, index) => (bits >> index) % 2 === 1),
  );
  const allowed: readonly (readonly FactorName[])[] = [
    FACTOR_NAMES,
    ['sms', 'email'],
    ['webauthn'],
  ];
  return product({
    assurance: ['aal1', 'aal2'] as const,
    consent: [null, { requiredAssurance: null }, { requiredAssurance: 'aal2' as const }],
    mfaEnforcement: ['disabled', 'optional', 'required'] as const,
    mfaPolicy: ['never', 'adaptive', 'always'] as const,
    unenrolledUserAction: ['allow', 'prompt', 'force_enrollment', 'block'] as const,
    risk: ['low', 'high', 'unknown'] as const,
    memberSince: [ago(hours(1)), ago(hours(48))],
    preferredFactor: ['sms', 'totp', null] as const,
    allowedFactors: allowed,
    enrolled: sets,
  }).map(({ assurance, consent, risk, memberSince, enrolled, ...policy }) => ({
    session: { assurance: assurance satisfies AssuranceLevel },
    consent,
    policy: { ...DEFAULT_POLICY, ...policy, gracePeriodMs: hours(24) },
    enrolled,
    memberSince,
    requiredSince: null,
    risk,
  }));
}

/** Every combination of one value each. */
function product<T extends Record<string, readonly unknown[]>>(
  values: T,
): readonly { [K in keyof T]: T[K][number] }[] {
  return Object.entries(values).reduce<Record<string, unknown>[]>(
    (rows, [name, options]) =>
      rows.flatMap((row) => options.map((option) => ({ ...row, [name]: option }))),
    [{}],
  ) as { [K in keyof T]: T[K][number] }[];
}
