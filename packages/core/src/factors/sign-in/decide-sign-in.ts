import { standsForAny, type FactorName, type ProvenFactor } from '../../records/factor-name.js';
import { addMs } from '../../shared/duration.js';
import { chooseFactor } from '../../policy/choose-factor.js';
import type { EffectivePolicy } from '../../policy/merge-policy.js';
import type { UnenrolledUserAction } from '../../policy/policy-fields.js';
import { isTrusted, type TrustPeriod } from '../trusted-devices/trusted-device.js';
import { checkSignIn } from './check-sign-in.js';

/** The input of a sign-in decision. */
export interface SignIn {
  /** The policy of the session's organisation, or the tenant's if the session has none. */
  readonly policy: EffectivePolicy;
  /**
   * The second factors that this session has proven. With `temporary_pass` alone the decision is `enrol`; a session that
   * then enrols a factor has proven that as well.
   */
  readonly proven: readonly ProvenFactor[];
  /** The second factors that the identity has. */
  readonly enrolled: readonly FactorName[];
  /** Those of them that are suspended after wrong answers: another one is asked for, where there is one. None by default. */
  readonly suspended?: readonly FactorName[];
  /** Whether the identity's phone is verified. */
  readonly phoneVerified: boolean;
  /** When the identity became a member; the grace period runs from here. */
  readonly memberSince: Date;
  /** When a second factor became required, where that was later; null where it is not known. */
  readonly requiredSince: Date | null;
  /**
   * The host's judgement of this sign-in. `unknown` asks for a factor as `high` does, because a missing signal is
   * no proof of low risk. Only `high` requires one of a person without a factor whose grace period has not ended.
   */
  readonly risk: 'low' | 'high' | 'unknown';
  /**
   * The trusted device that the sign-in comes from, as `trustedDevices.check` returned it; null, the default, for none. It
   * stands in for a challenge, unless `risk` is `high`, while the policy still trusts it, and proves nothing.
   */
  readonly trustedDevice?: TrustPeriod | null;
}

/** The part of a sign-in that decides about its factors. */
type FactorSignIn = Omit<SignIn, 'phoneVerified'>;

/**
 * What to do before the session is complete. `enrol`: offer to enrol a factor; with `skippable` the person may go on
 * without, until `until` where that is set. `verify_phone`: the policy requires a verified phone. `deny`: the person
 * cannot sign in until an administrator helps. `remembered`: a trusted device stood in for a challenge. The session is
 * at aal1, as after any `allow` without a proven factor.
 */
export type SignInDecision =
  | { readonly type: 'allow'; readonly remembered?: true }
  | { readonly type: 'challenge'; readonly factor: FactorName }
  | { readonly type: 'enrol'; readonly skippable: boolean; readonly until: Date | null }
  | { readonly type: 'verify_phone' }
  | { readonly type: 'deny'; readonly reason: 'factor_required' };

/** The outcome of a sign-in without the check of the phone. */
export type FactorDecision = Exclude<SignInDecision, { readonly type: 'verify_phone' }>;

/**
 * Decides a sign-in after its first factor. A person with a usable factor is asked for it, unless the policy requires
 * none now; a person without one gets the policy's `unenrolledUserAction`.
 *
 * @throws TypeError that names a value of the wrong type, such as a time that is a string.
 */
export function decideSignIn(signIn: SignIn, now: Date): SignInDecision {
  checkSignIn('decideSignIn', signIn, now);
  const decision = decideFactor(signIn, now);
  const missesPhone = signIn.policy.requirePhoneVerification && !signIn.phoneVerified;
  const letsIn = decision.type === 'allow' || (decision.type === 'enrol' && decision.skippable);
  return letsIn && missesPhone ? { type: 'verify_phone' } : decision;
}

const ALLOW: FactorDecision = { type: 'allow' };
const REMEMBERED: FactorDecision = { type: 'allow', remembered: true };

/** Decides which factor a sign-in needs, without looking at the phone. */
export function decideFactor(signIn: FactorSignIn, now: Date): FactorDecision {
  const { policy, proven, enrolled, suspended } = signIn;
  const counting = enrolled.filter((name) => policy.allowedFactors.includes(name));
  const isProven = isAnyProven(counting, proven);
  // Where the policy allows no factor, there is none to enrol.
  if (proven.includes('temporary_pass') && !isProven && policy.allowedFactors.length > 0) {
    return demandFactor('force_enrollment');
  }
  if (policy.mfaEnforcement === 'disabled') return ALLOW;
  const factor = chooseFactor({
    enrolled,
    allowed: policy.allowedFactors,
    preferred: policy.preferredFactor,
    ...(suspended && { suspended }),
  });
  if (factor === null) return decideUnenrolled(signIn, now);
  if (isProven || !asksNow(signIn)) return ALLOW;
  return isFromTrustedDevice(signIn, now) ? REMEMBERED : { type: 'challenge', factor };
}

/** Whether one of the factors was proven, or what stands for any. */
export function isAnyProven(
  factors: readonly FactorName[],
  proven: readonly ProvenFactor[],
): boolean {
  return proven.some((name) => standsForAny(name) || factors.some((factor) => factor === name));
}

function isFromTrustedDevice(
  { policy, risk, trustedDevice = null }: FactorSignIn,
  now: Date,
): boolean {
  if (trustedDevice === null || risk === 'high') return false;
  return isTrusted(trustedDevice, policy.trustedDeviceDays, now);
}

function asksNow({ policy, risk }: FactorSignIn): boolean {
  switch (policy.mfaPolicy) {
    case 'never':
      return false;
    case 'adaptive':
      return risk !== 'low';
    case 'always':
      return true;
  }
}

function decideUnenrolled(signIn: FactorSignIn, now: Date): FactorDecision {
  const { policy, risk } = signIn;
  const action = policy.unenrolledUserAction;
  if (action === 'allow') return ALLOW;
  if (policy.mfaPolicy !== 'never' && risk === 'high') return demandFactor(action);
  if (policy.mfaEnforcement !== 'required') return { type: 'enrol', skippable: true, until: null };
  const until = graceEnd(signIn);
  return now < until ? { type: 'enrol', skippable: true, until } : demandFactor(action);
}

/**
 * Returns from when on a factor is owed by a person who has none that the policy accepts; null where the policy owes none.
 */
export function enrolmentDeadline(
  signIn: Pick<FactorSignIn, 'policy' | 'enrolled' | 'memberSince' | 'requiredSince'>,
): Date | null {
  const { policy, enrolled } = signIn;
  return demandsFactor(policy) && !hasAllowedFactor(policy, enrolled) ? graceEnd(signIn) : null;
}

/** Whether a policy demands a factor of each person, at the latest when a grace period is over. */
export function demandsFactor(
  policy: Pick<EffectivePolicy, 'mfaEnforcement' | 'unenrolledUserAction'>,
): boolean {
  return policy.mfaEnforcement === 'required' && policy.unenrolledUserAction !== 'allow';
}

export function hasAllowedFactor(
  policy: Pick<EffectivePolicy, 'allowedFactors'>,
  enrolled: readonly FactorName[],
): boolean {
  return enrolled.some((name) => policy.allowedFactors.includes(name));
}

/** The time from which a required factor is owed. */
function graceEnd({
  policy,
  memberSince,
  requiredSince,
}: Pick<FactorSignIn, 'policy' | 'memberSince' | 'requiredSince'>): Date {
  const from = requiredSince !== null && requiredSince > memberSince ? requiredSince : memberSince;
  return addMs(from, policy.gracePeriodMs);
}

/** A factor is owed, and there is none. */
function demandFactor(action: Exclude<UnenrolledUserAction, 'allow'>): FactorDecision {
  switch (action) {
    case 'prompt':
      return { type: 'enrol', skippable: true, until: null };
    case 'force_enrollment':
      return { type: 'enrol', skippable: false, until: null };
    case 'block':
      return { type: 'deny', reason: 'factor_required' };
  }
}
