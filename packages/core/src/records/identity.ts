import { FACTOR_NAMES, type FactorName } from './factor-name.js';
import type { PhoneNumber } from './phone-number.js';

/** A person of one tenant, as far as Stepward needs to know one. */
export interface Identity {
  readonly identityId: string;
  /**
   * The Account API, sign-in and step-up refuse a suspended identity at once with `identity_suspended`. The Customer API
   * does not look up the person of an access token: the token is good until it expires.
   */
  readonly state: 'active' | 'suspended';
  /** The phone trait; codes for MFA go to a verified one only. */
  readonly phone: IdentityPhone | null;
  /** Enrolled factors that the host keeps itself. SMS is Stepward's own, and is left out if named. */
  readonly otherFactors: readonly Exclude<FactorName, 'sms'>[];
  /** Unused backup codes; 0 where the host has none. */
  readonly backupCodesRemaining: number;
  /** BCP 47 tag that chooses the SMS template, for example `pt-BR`; null for the default text. */
  readonly locale: string | null;
}

export interface IdentityPhone {
  readonly number: PhoneNumber;
  readonly verified: boolean;
}

/** The token is valid, but the directory has no identity with that id. */
export interface IdentityUnknown {
  readonly code: 'identity_unknown';
}

/** The tenant has no identity with the id that the authentication application, or an administrator, named. */
export interface IdentityNotFound {
  readonly code: 'identity_not_found';
}

/** The identity is suspended: its factors can be neither read nor changed. */
export interface IdentitySuspended {
  readonly code: 'identity_suspended';
}

/** The reasons for which an identity is refused every operation. */
export type IdentityRefused = IdentityUnknown | IdentitySuspended;

/** The number that codes may be sent to, or null if there is none or it is not verified. */
export function verifiedPhone(identity: Identity): PhoneNumber | null {
  return identity.phone?.verified === true ? identity.phone.number : null;
}

/** The host's factors, in priority order, without `sms`, which the host should not name. */
export function hostFactors({ otherFactors }: Identity): readonly FactorName[] {
  return FACTOR_NAMES.filter((name) => name !== 'sms' && otherFactors.includes(name));
}
