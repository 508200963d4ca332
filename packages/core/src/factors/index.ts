/**
 * The rules of factors, phones and codes as pure functions: values in, a decision out, no I/O and no clock.
 * An Err means that nothing happened; a wrong code did happen, so it is an outcome inside Ok.
 */
export { requireAal2 } from '../access/assurance.js';

export { authoriseWrite, type FactorWrite } from '../mfa/authorise-write.js';
export { enrolmentState, type AlreadyEnrolled, type EnrolmentState } from '../mfa/enrolment.js';
export { mfaStatus, type MfaStatus } from '../mfa/mfa-status.js';
export {
  removeEnrolment,
  type LastFactor,
  type NotEnrolled,
  type RemoveEnrolment,
} from '../mfa/remove-enrolment.js';
export type { FactorNotAllowed } from '../mfa/require-sms-factor.js';
export {
  startEnrolment,
  type PhoneNotVerified,
  type StartEnrolment,
  type StartEnrolmentRefused,
} from '../mfa/start-enrolment.js';
export {
  verifyEnrolment,
  type VerifyEnrolment,
  type VerifyEnrolmentRefused,
} from '../mfa/verify-enrolment.js';

export { EMPTY_CODE_RECORD, type CodeRecord } from '../one-time-code/code-record.js';
export type {
  CheckedCode,
  CheckOutcome,
  Guess,
  GuessRefused,
} from '../one-time-code/check-code.js';
export type { CodeContext, CodeOwner, PhoneShare } from '../one-time-code/code-digest.js';
export {
  NO_CODE,
  settle,
  type CodeState,
  type EndedCode,
  type PendingCode,
} from '../one-time-code/code-state.js';
export type { IssuedCode, SendCode, SendRefused } from '../one-time-code/issue-code.js';
export type { SendSituation } from '../one-time-code/issue-to-phone.js';
export { DEFAULT_CODE_LIMITS, type CodeLimits } from '../one-time-code/limits.js';
export { maskPhone } from '../one-time-code/mask-phone.js';
export { newCode, type NewCode } from '../one-time-code/new-code.js';
export { readGuess } from '../one-time-code/read-guess.js';

export { removePhone, type PhoneInUse, type PhoneNotFound } from '../phone/remove-phone.js';
export {
  startPhoneVerification,
  type StartPhoneVerification,
  type StartPhoneVerificationRefused,
} from '../phone/start-phone-verification.js';
export { verifyPhone, type VerifyPhone, type VerifyPhoneRefused } from '../phone/verify-phone.js';

export type { Challenge, SessionTaken, SmsNotEnrolled } from '../step-up/challenge.js';
export {
  decideStepUp,
  SMS_VERIFY_PAGE,
  type StepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from '../step-up/decide-step-up.js';
export {
  issueChallenge,
  type IssueChallenge,
  type IssueChallengeRefused,
} from '../step-up/issue-challenge.js';
export { verifyChallenge, type VerifyChallengeRefused } from '../step-up/verify-challenge.js';
