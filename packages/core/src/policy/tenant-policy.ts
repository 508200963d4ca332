import { FACTOR_NAMES, type FactorName } from '../factors/factor-name.js';
import { days } from '../shared/duration.js';

/** Who must have a second factor. */
export type MfaEnforcement = 'disabled' | 'optional' | 'required';

/** When a second factor is asked for: never, by risk, or at every sign-in. */
export type MfaPolicy = 'never' | 'adaptive' | 'always';

/** What happens to a person who must have a second factor and has none. */
export type UnenrolledUserAction = 'allow' | 'prompt' | 'force_enrollment' | 'block';

/** The tenant MFA policy record: the defaults that organisations inherit. */
export interface TenantMfaPolicy {
  readonly enforcement: MfaEnforcement;
  readonly policy: MfaPolicy;
  /** The factors that the tenant's people may enrol and use. */
  readonly allowedFactors: readonly FactorName[];
  /** Overrides the order WebAuthn, TOTP, SMS, Email; null for that order. */
  readonly preferredFactor: FactorName | null;
  /** Milliseconds for which a person without a factor may still sign in; 0 to 90 days. */
  readonly gracePeriodMs: number;
  readonly unenrolledUserAction: UnenrolledUserAction;
  /** Whether a session is complete only with a verified phone. */
  readonly requirePhoneVerification: boolean;
  /** Maximum lifetime of a session in minutes; 5 or more. */
  readonly sessionTimeoutMinutes: number;
  /** Maximum idle time of a session in minutes; 1 or more. */
  readonly sessionIdleTimeoutMinutes: number;
}

/** The tenant password policy (specification, "Tenant password policy"). */
export interface TenantPasswordPolicy {
  /** Unicode code points; 8 to 128. */
  readonly minLength: number;
  readonly requireUppercase: boolean;
  readonly requireLowercase: boolean;
  readonly requireNumber: boolean;
  readonly requireSymbol: boolean;
  /** Whether breached passwords are refused. */
  readonly hibpCheck: boolean;
  /** Days after which a password must change; 0 for never. */
  readonly maxAgeDays: number;
  /** How many earlier passwords may not come back; 0 for none. */
  readonly disallowReuse: number;
}

/** All tenant defaults of an organisation's policy. */
export interface TenantPolicies {
  readonly mfa: TenantMfaPolicy;
  readonly password: TenantPasswordPolicy;
  /** Whether the tenant has opted into HIPAA mode. */
  readonly hipaa: boolean;
}

export const DEFAULT_MFA_POLICY: TenantMfaPolicy = {
  enforcement: 'optional',
  policy: 'adaptive',
  allowedFactors: FACTOR_NAMES,
  preferredFactor: null,
  gracePeriodMs: days(7),
  unenrolledUserAction: 'prompt',
  requirePhoneVerification: false,
  sessionTimeoutMinutes: 480,
  sessionIdleTimeoutMinutes: 60,
};

/** Length and breach check rather than composition rules. */
export const DEFAULT_PASSWORD_POLICY: TenantPasswordPolicy = {
  minLength: 8,
  requireUppercase: false,
  requireLowercase: false,
  requireNumber: false,
  requireSymbol: false,
  hibpCheck: true,
  maxAgeDays: 0,
  disallowReuse: 0,
};
