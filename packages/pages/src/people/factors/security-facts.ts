import type {
  AssuranceLevel,
  EffectivePolicy,
  FactorName,
  Identity,
  ListedAuthenticator,
  MfaStatus,
  SmsSettings,
} from '@stepward/core';

/** The factors that the pages enrol and ask for, in their order on the pages. */
export const PAGE_FACTORS = ['webauthn', 'sms', 'totp', 'recovery_code'] as const;

export type PageFactorName = (typeof PAGE_FACTORS)[number];

/** Why a factor cannot be set up. */
export type Obstacle = 'not_allowed' | 'unavailable' | 'no_phone' | 'no_factor';

/** How a factor stands with a person. */
export interface FactorState {
  readonly isEnrolled: boolean;
  /** Why it cannot be set up; null where nothing is in the way. */
  readonly obstacle: Obstacle | null;
}

/** A factor that the person can set up or remove on the page. */
export interface SecurityFactor extends FactorState {
  readonly factor: PageFactorName;
  /** What the person has set up, oldest first; empty for recovery codes. */
  readonly authenticators: readonly ListedAuthenticator[];
  /** Whether it can be set up, or another authenticator can be added to it. */
  readonly canAdd: boolean;
  /** Whether the person has as many authenticators of it as one can have; false for a factor with one alone. */
  readonly isFull: boolean;
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
  /**
   * The stronger factors that the person can set up, where the person has SMS or can set it up: NIST SP 800-63B-4 (3.2.9)
   * asks to name them beside it.
   */
  readonly strongerThanSms: readonly PageFactorName[];
  /** Factors that the host keeps itself; they cannot be changed here. */
  readonly otherFactors: readonly FactorName[];
  readonly recoveryCodesLeft: number;
}

/** What the view is made of: `stepward.accounts.overview` has all but the assurance. */
export interface SecurityFacts {
  readonly identity: Pick<Identity, 'phone' | 'otherFactors'>;
  readonly tenant: { readonly sms: Pick<SmsSettings, 'enabled' | 'mfaEnabled'> };
  readonly status: MfaStatus;
  readonly authenticators: readonly ListedAuthenticator[];
  /** Whether Stepward keeps passkeys and security keys. */
  readonly keepsWebAuthn: boolean;
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
  const isAllowed = policy.allowedFactors.includes(factor);
  return {
    isEnrolled: status.methods.includes(factor),
    obstacle: isAllowed ? obstacle : 'not_allowed',
  };
}
