import { isObject, isOneOf } from '../../shared/checks/check-options.js';
import { hasMoment } from '../../shared/duration.js';
import type { EffectivePolicy } from '../../policy/merge-policy.js';
import {
  FACTOR_NAMES,
  isFactorName,
  isProvenFactor,
  type FactorName,
  type ProvenFactor,
} from '../../records/factor-name.js';
import type { TrustPeriod } from '../trusted-devices/trusted-device.js';

/** The input of every decision about a session's factors. */
interface Facts {
  readonly policy: EffectivePolicy;
  readonly enrolled: readonly FactorName[];
  readonly suspended?: readonly FactorName[];
  readonly proven: readonly ProvenFactor[];
  readonly memberSince: Date;
  readonly requiredSince?: Date | null;
  readonly trustedDevice?: TrustPeriod | null;
}

/**
 * Checks the input of a decision. In JavaScript a caller may pass a `Result` instead of its policy, or a time as a
 * string, which would lead to a decision that lets a person in.
 *
 * @param decision the function's name, for the error
 * @throws TypeError that names what is wrong
 */
export function checkSignIn(decision: string, facts: Facts, now: Date): void {
  if (!isObject(facts)) throw new TypeError(`${decision}: its first argument must be an object`);
  const { policy, enrolled, suspended = [], proven, memberSince } = facts;
  const { requiredSince = null, trustedDevice } = facts;
  const isRight = {
    'policy must be an effective policy, such as the value of what policies.get returns':
      isEffectivePolicy(policy),
    [`enrolled must be a list of factors (${FACTOR_NAMES.join(', ')})`]: isListOf(
      enrolled,
      isFactorName,
    ),
    'suspended must be a list of factors': isListOf(suspended, isFactorName),
    'proven must be a list of factors': isListOf(proven, isProvenFactor),
    'memberSince must be a valid Date': hasMoment(memberSince),
    'requiredSince must be a valid Date, or null':
      requiredSince === null || hasMoment(requiredSince),
    'trustedDevice must be what trustedDevices.check returned': isTrustPeriod(
      trustedDevice ?? null,
    ),
    'now must be a valid Date': hasMoment(now),
  };
  const wrong = Object.entries(isRight).find(([, holds]) => !holds);
  if (wrong !== undefined) throw new TypeError(`${decision}: ${wrong[0]}`);
}

function isTrustPeriod(value: unknown): boolean {
  return (
    value === null ||
    (isObject(value) && hasMoment(value['trustedAt']) && hasMoment(value['expiresAt']))
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

const isEnforcement = isOneOf('disabled', 'optional', 'required');
const isMfaPolicy = isOneOf('never', 'adaptive', 'always');
const isAction = isOneOf('allow', 'prompt', 'force_enrollment', 'block');

function isEffectivePolicy(value: unknown): boolean {
  if (!isObject(value)) return false;
  const policy = value as Readonly<Partial<Record<keyof EffectivePolicy, unknown>>>;
  return (
    isEnforcement(policy.mfaEnforcement) &&
    isMfaPolicy(policy.mfaPolicy) &&
    isAction(policy.unenrolledUserAction) &&
    Array.isArray(policy.allowedFactors)
  );
}
