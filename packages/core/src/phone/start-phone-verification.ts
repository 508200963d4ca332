import { err, type Result } from 'neverthrow';
import {
  requireAal2,
  type AssuranceInsufficient,
  type AssuranceLevel,
} from '../access/assurance.js';
import type { PhoneInvalid } from '../identity/phone-number.js';
import type { DestinationRefused } from '../one-time-code/check-destination.js';
import type { IssuedCode, SendRefused } from '../one-time-code/issue-code.js';
import { issueToPhone, type SendSituation } from '../one-time-code/issue-to-phone.js';
import type { CodeLimits } from '../one-time-code/limits.js';
import type { SmsDisabled } from '../tenant/sms-settings.js';

export type StartPhoneVerificationRefused =
  AssuranceInsufficient | SmsDisabled | PhoneInvalid | DestinationRefused | SendRefused;

/** All that sending a code to a new number is decided on; `fresh` is null where the number is not E.164. */
export interface StartPhoneVerification extends SendSituation {
  readonly assurance: AssuranceLevel | null;
}

/**
 * Sends a code to a number that the identity claims. While SMS is enrolled a new number rebinds the
 * factor, so the session must be at aal2 for it (NIST SP 800-63B section 6.1.2.3).
 */
export function startPhoneVerification(
  start: StartPhoneVerification,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, StartPhoneVerificationRefused> {
  const { tenant, assurance, record, fresh } = start;
  if (record.enrolledAt !== null) {
    const stepUp = requireAal2(assurance);
    if (stepUp.isErr()) return err(stepUp.error);
  }
  if (!tenant.sms.enabled) return err({ code: 'sms_disabled' });
  if (fresh === null) return err({ code: 'phone_invalid' });
  return issueToPhone(start, fresh, now, limits);
}
