import { err, type Result } from 'neverthrow';
import type { FactorName } from '../../records/factor-name.js';
import { isEnrolled } from '../authenticator.js';
import type { FactorNotAllowed } from '../require-allowed.js';
import { requireSmsFactor } from './require-sms-factor.js';
import type { PhoneNotVerified } from './start-enrolment.js';
import type { DestinationRefused } from './fraud/check-destination.js';
import type { SendRefused } from '../codes/issue-code.js';
import { issueToPhone, type IssuedCode, type SendSituation } from './issue-to-phone.js';
import type { CodeLimits } from '../codes/limits.js';
import { isOneSegment, type SmsDisabled } from '../../tenants/sms-settings.js';
import { operationInvalid, type OperationInvalid } from '../grants/operation.js';
import { requireUsable, type FactorSuspended } from '../suspension.js';
import { isTaken, type Challenge, type SessionTaken } from '../challenge.js';
import type { SmsNotEnrolled } from './verify-challenge.js';

export type IssueChallengeRefused =
  | OperationInvalid
  | SmsDisabled
  | FactorNotAllowed
  | SmsNotEnrolled
  | SessionTaken
  | FactorSuspended
  | PhoneNotVerified
  | DestinationRefused
  | SendRefused;

/** All that a challenge is decided on; `fresh` is for the identity's verified phone. */
export interface IssueChallenge extends SendSituation {
  /** The session's previous challenge, of any identity. */
  readonly current: Challenge | null;
  /** The language of the page that asks; null for the identity's own. */
  readonly locale: string | null;
  /** The effective ones of the organisation that the session is for; null where it is for none. */
  readonly allowedFactors: readonly FactorName[] | null;
}

/**
 * Challenges a session, or sends a new code for its live challenge. The order of the checks is that of an
 * enrolment's start: 400, 503, 409, 422, 429.
 */
export function issueChallenge(
  challenge: IssueChallenge,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, IssueChallengeRefused> {
  const { tenant, identity, record, fresh, current, operation = null } = challenge;
  const locale = challenge.locale ?? identity.locale;
  if (operation !== null && !isOneSegment(tenant.sms, locale, operation.text)) {
    return err(TEXT_UNFIT);
  }
  const usable = requireSmsFactor(tenant, challenge.allowedFactors);
  if (usable.isErr()) return err(usable.error);
  if (!isEnrolled(record.authenticators, 'sms')) return err({ code: 'sms_not_enrolled' });
  if (isTaken(current, identity.identityId, now)) return err({ code: 'session_taken' });
  const unsuspended = requireUsable(record.authenticators, 'sms', limits);
  if (unsuspended.isErr()) return err(unsuspended.error);
  if (fresh === null) return err({ code: 'phone_not_verified' });
  const reader = { ...identity, locale };
  const lifetime = { lifetimeMs: limits.stepUpLifetimeMs };
  return issueToPhone({ ...challenge, identity: reader }, fresh, now, { ...limits, ...lifetime });
}

const TEXT_UNFIT = operationInvalid([
  {
    field: 'operation.text',
    rule: 'gsm7_length',
    limit: 'at most 160 GSM-7 characters together with the message',
    value: null,
  },
]);
