import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient, AssuranceLevel } from '../../access/assurance.js';
import type { DestinationRefused } from './fraud/check-destination.js';
import type { SendRefused } from '../codes/issue-code.js';
import { issueToPhone, type IssuedCode, type SendSituation } from './issue-to-phone.js';
import type { CodeLimits } from '../codes/limits.js';
import type { SmsDisabled } from '../../tenants/sms-settings.js';
import { authoriseWrite } from '../enrolment/authorise-write.js';
import { hasRoom, type AlreadyEnrolled } from '../authenticator.js';
import type { FactorNotAllowed } from '../require-allowed.js';
import { requireSmsFactor } from './require-sms-factor.js';

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

/** All that the start of an enrolment is decided on; `fresh` is for the identity's verified phone. */
export interface StartEnrolment extends SendSituation {
  readonly assurance: AssuranceLevel | null;
}

/**
 * Starts an enrolment, or sends a new code for a pending one. Checks in this order, the first failure wins: 401,
 * 503, 409, 422, 429.
 */
export function startEnrolment(
  start: StartEnrolment,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, StartEnrolmentRefused> {
  const { tenant, record, fresh } = start;
  const authorised = authoriseWrite(start);
  if (authorised.isErr()) return err(authorised.error);
  const usable = requireSmsFactor(tenant);
  if (usable.isErr()) return err(usable.error);
  if (!hasRoom(record.authenticators, 'sms')) return err({ code: 'already_enrolled' });
  if (fresh === null) return err({ code: 'phone_not_verified' });
  return issueToPhone(start, fresh, now, limits);
}
