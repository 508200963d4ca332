import { err, type Result } from 'neverthrow';
import {
  requireAal2,
  type AssuranceInsufficient,
  type AssuranceLevel,
} from '../access/assurance.js';
import type { Identity } from '../identity/identity.js';
import type { PhoneInvalid } from '../identity/phone-number.js';
import { checkDestination, type DestinationRefused } from '../one-time-code/check-destination.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import { issueCode, type IssuedCode, type SendRefused } from '../one-time-code/issue-code.js';
import type { CodeLimits } from '../one-time-code/limits.js';
import type { NewCode } from '../one-time-code/new-code.js';
import type { SmsDisabled } from '../tenant/sms-settings.js';
import type { Tenant } from '../tenant/tenant.js';

export type StartPhoneVerificationRefused =
  AssuranceInsufficient | SmsDisabled | PhoneInvalid | DestinationRefused | SendRefused;

/** All that sending a code to a new number is decided on. */
export interface StartPhoneVerification {
  readonly tenant: Tenant;
  readonly identity: Identity;
  readonly assurance: AssuranceLevel | null;
  readonly record: CodeRecord;
  /** A code drawn for the number; null where the number is not E.164. */
  readonly fresh: NewCode | null;
  readonly country: string | null;
}

/**
 * Sends a code to a number that the identity claims. While SMS is enrolled a new number rebinds the
 * factor, so the session must be at aal2 for it (NIST SP 800-63B section 6.1.2.3).
 */
export function startPhoneVerification(
  { tenant, identity, assurance, record, fresh, country }: StartPhoneVerification,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, StartPhoneVerificationRefused> {
  if (record.enrolledAt !== null) {
    const stepUp = requireAal2(assurance);
    if (stepUp.isErr()) return err(stepUp.error);
  }
  if (!tenant.sms.enabled) return err({ code: 'sms_disabled' });
  if (fresh === null) return err({ code: 'phone_invalid' });
  const destination = checkDestination(tenant.sms, fresh.context.phone, country);
  if (destination.isErr()) return err(destination.error);
  const message = { settings: tenant.sms, locale: identity.locale };
  return issueCode(record, fresh, message, now, limits);
}
