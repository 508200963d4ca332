import type {
  AssuranceLevel,
  EffectivePolicy,
  FactorName,
  Identity,
  MfaStatus,
} from '@stepward/core';
import { maskPhone } from '@stepward/core/factors';

/** Why a factor cannot be set up. */
export type Obstacle = 'not_allowed' | 'unavailable' | 'no_phone';

/** A factor that the person can set up or remove on the page. */
export interface SecurityFactor {
  readonly factor: 'sms' | 'totp';
  readonly isEnrolled: boolean;
  /** Null where nothing is in the way, or the factor is set up. */
  readonly obstacle: Obstacle | null;
}

/** What the security page shows. */
export interface SecurityView {
  /** Whether the session must be raised to aal2 before anything can be changed. */
  readonly needsStepUp: boolean;
  /** Whether the policy requires a second factor, and the person has none. */
  readonly isFactorMissing: boolean;
  readonly phone: {
    /** For example `+14*****0101`. */
    readonly masked: string;
    readonly isVerified: boolean;
    /** Codes go to it, so it cannot be removed. */
    readonly isInUse: boolean;
  } | null;
  readonly factors: readonly SecurityFactor[];
  /** Factors that the host keeps itself; they cannot be changed here. */
  readonly otherFactors: readonly FactorName[];
  readonly recoveryCodes: {
    readonly left: number;
    /** They replace another factor, so there must be one. */
    readonly isPossible: boolean;
  };
}

/** What the view is made of. */
export interface SecurityFacts {
  readonly identity: Pick<Identity, 'phone' | 'otherFactors'>;
  readonly status: MfaStatus;
  /** The policy that holds for the session. */
  readonly policy: Pick<EffectivePolicy, 'allowedFactors' | 'mfaEnforcement'>;
  /** Whether the tenant sends codes for SMS as a second factor. */
  readonly isSmsOn: boolean;
  readonly assurance: AssuranceLevel | null;
}

/**
 * Decides what the security page shows. It offers what the services would accept; they decide again for each form.
 *
 * @example
 * const view = securityView({
 *   identity: { phone: null, otherFactors: [] },
 *   status: { enabled: false, methods: [], backupCodesRemaining: 0 },
 *   policy: { allowedFactors: ['sms', 'totp'], mfaEnforcement: 'required' },
 *   isSmsOn: true,
 *   assurance: 'aal1',
 * });
 * console.log(view.isFactorMissing); // true
 */
export function securityView(facts: SecurityFacts): SecurityView {
  const { identity, status, policy, isSmsOn, assurance } = facts;
  const otherFactors = status.methods.filter(
    (name) => name !== 'sms' && identity.otherFactors.includes(name),
  );
  const isEnrolled = (name: FactorName): boolean =>
    status.methods.includes(name) && !otherFactors.includes(name);
  const { phone } = identity;
  const obstacles: Readonly<Record<'sms' | 'totp', Obstacle | null>> = {
    sms: !isSmsOn ? 'unavailable' : phone?.verified === true ? null : 'no_phone',
    totp: null,
  };
  const factorOf = (factor: 'sms' | 'totp'): SecurityFactor => {
    if (isEnrolled(factor)) return { factor, isEnrolled: true, obstacle: null };
    const isAllowed = policy.allowedFactors.includes(factor);
    return { factor, isEnrolled: false, obstacle: isAllowed ? obstacles[factor] : 'not_allowed' };
  };
  return {
    needsStepUp: status.enabled && assurance === 'aal1',
    isFactorMissing: policy.mfaEnforcement === 'required' && !status.enabled,
    phone:
      phone === null
        ? null
        : {
            masked: maskPhone(phone.number),
            isVerified: phone.verified,
            isInUse: isEnrolled('sms'),
          },
    // One that the host keeps itself is not the page's.
    factors: (['sms', 'totp'] as const)
      .filter((name) => !otherFactors.includes(name))
      .map(factorOf),
    otherFactors,
    recoveryCodes: { left: status.backupCodesRemaining, isPossible: status.enabled },
  };
}
