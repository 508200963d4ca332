import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient, AssuranceLevel } from '../access/assurance.js';
import type { PhoneInvalid } from '../records/phone-number.js';
import { authoriseWrite } from '../factors/enrolment/authorise-write.js';
import type { DestinationRefused } from '../factors/sms/fraud/check-destination.js';
import type { SendRefused } from '../factors/codes/issue-code.js';
import {
  issueToPhone,
  type IssuedCode,
  type SendSituation,
} from '../factors/sms/issue-to-phone.js';
import type { CodeLimits } from '../factors/codes/limits.js';
import type { SmsDisabled } from '../tenants/sms-settings.js';

export type StartPhoneVerificationRefused =
  | AssuranceInsufficient
  | SmsDisabled
  | PhoneInvalid
  | DestinationRefused
  | SendRefused;

/** The state that sending a code to a new number depends on; `fresh` is null if the number is not E.164. */
export interface StartPhoneVerification extends SendSituation {
  readonly assurance: AssuranceLevel | null;
}

/**
 * Sends a code to a number that the identity claims. The number is where codes for SMS as a second factor
 * go, so {@link authoriseWrite} guards it as it does the factor.
 */
export function startPhoneVerification(
  start: StartPhoneVerification,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, StartPhoneVerificationRefused> {
  const { tenant, fresh } = start;
  const authorised = authoriseWrite(start);
  if (authorised.isErr()) return err(authorised.error);
  if (!tenant.sms.enabled) return err({ code: 'sms_disabled' });
  if (fresh === null) return err({ code: 'phone_invalid' });
  return issueToPhone(start, fresh, now, limits);
}
