import { err, type Result } from 'neverthrow';
import {
  requireAal2,
  type AssuranceInsufficient,
  type AssuranceLevel,
} from '../access/assurance.js';
import { hostFactors, type Identity } from '../identity/identity.js';
import { checkDestination, type DestinationRefused } from '../one-time-code/check-destination.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import { issueCode, type IssuedCode, type SendRefused } from '../one-time-code/issue-code.js';
import type { CodeLimits } from '../one-time-code/limits.js';
import type { NewCode } from '../one-time-code/new-code.js';
import type { SmsDisabled } from '../tenant/sms-settings.js';
import type { Tenant } from '../tenant/tenant.js';
import type { AlreadyEnrolled } from './enrolment.js';

/** `sms` is not among the tenant's allowed factors. */
export interface FactorNotAllowed {
  readonly code: 'factor_not_allowed';
}

/** The identity has no verified phone number to send to. */
export interface PhoneNotVerified {
  readonly code: 'phone_not_verified';
}

export type StartEnrolmentRefused =
  | AssuranceInsufficient
  | SmsDisabled
  | FactorNotAllowed
  | AlreadyEnrolled
  | PhoneNotVerified
  | DestinationRefused
  | SendRefused;

/** All that the start of an enrolment is decided on. */
export interface StartEnrolment {
  readonly tenant: Tenant;
  readonly identity: Identity;
  readonly assurance: AssuranceLevel | null;
  readonly record: CodeRecord;
  /** A code drawn for the identity's verified phone; null where it has none. */
  readonly fresh: NewCode | null;
  /** The country of that phone, where it can be told. */
  readonly country: string | null;
}

/**
 * Starts an enrolment, or sends the code of a pending one anew. The order of the checks is the order
 * in which their errors win (DECISIONS, "Order of checks").
 */
export function startEnrolment(
  { tenant, identity, assurance, record, fresh, country }: StartEnrolment,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, StartEnrolmentRefused> {
  if (hostFactors(identity).length > 0) {
    const stepUp = requireAal2(assurance);
    if (stepUp.isErr()) return err(stepUp.error);
  }
  if (!tenant.sms.enabled || !tenant.sms.mfaEnabled) return err({ code: 'sms_disabled' });
  if (!tenant.mfa.allowedFactors.includes('sms')) return err({ code: 'factor_not_allowed' });
  if (record.enrolledAt !== null) return err({ code: 'already_enrolled' });
  if (fresh === null) return err({ code: 'phone_not_verified' });
  const destination = checkDestination(tenant.sms, fresh.context.phone, country);
  if (destination.isErr()) return err(destination.error);
  const message = { settings: tenant.sms, locale: identity.locale };
  return issueCode(record, fresh, message, now, limits);
}
