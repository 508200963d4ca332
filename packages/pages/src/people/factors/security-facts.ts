import type {
  AssuranceLevel,
  EffectivePolicy,
  FactorName,
  Identity,
  MfaStatus,
  SmsSettings,
} from '@stepward/core';
import type { KeptFactor } from '@stepward/core/factors';

/** Why a factor cannot be set up. */
export type Obstacle = 'not_allowed' | 'unavailable' | 'no_phone' | 'no_factor';

/** How a factor stands with a person. */
export interface FactorState {
  readonly isEnrolled: boolean;
  /** Null where nothing is in the way, or the factor is set up. */
  readonly obstacle: Obstacle | null;
}

/** A factor that the person can set up or remove on the page. */
export interface SecurityFactor extends FactorState {
  readonly factor: KeptFactor;
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
  readonly recoveryCodesLeft: number;
}

/** What the view is made of: `stepward.accounts.overview` has all but the assurance. */
export interface SecurityFacts {
  readonly identity: Pick<Identity, 'phone' | 'otherFactors'>;
  readonly tenant: { readonly sms: Pick<SmsSettings, 'enabled' | 'mfaEnabled'> };
  readonly status: MfaStatus;
  /** The policy that holds for the session. */
  readonly policy: Pick<EffectivePolicy, 'allowedFactors' | 'mfaEnforcement'>;
  readonly assurance: AssuranceLevel | null;
}

/** The state of a factor that policies name. */
export function stateOf(
  factor: FactorName,
  { status, policy }: SecurityFacts,
  obstacle: Obstacle | null,
): FactorState {
  if (status.methods.includes(factor)) return { isEnrolled: true, obstacle: null };
  const isAllowed = policy.allowedFactors.includes(factor);
  return { isEnrolled: false, obstacle: isAllowed ? obstacle : 'not_allowed' };
}
