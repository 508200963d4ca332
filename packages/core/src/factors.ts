/**
 * The rules of factors, phones and codes as pure functions: values in, a decision out, no I/O and no clock.
 * An Err means that nothing happened; a wrong code did happen, so it is an outcome inside Ok.
 */
export { requireAal2 } from './access/assurance.js';

export { authoriseWrite, type FactorWrite } from './factors/enrolment/authorise-write.js';
export {
  enrolmentState,
  type AlreadyEnrolled,
  type EnrolmentState,
} from './factors/enrolment/enrolment.js';
export { isFactorName, KEPT_FACTORS, type KeptFactor } from './records/factor-name.js';
export { mfaStatus, type MfaStatus } from './factors/mfa-status.js';
export {
  removeEnrolment,
  type LastFactor,
  type NotEnrolled,
  type RemoveEnrolment,
} from './factors/enrolment/remove-enrolment.js';
export type { FactorNotAllowed } from './factors/require-allowed.js';
export type { FactorSuspended } from './factors/suspension.js';
export {
  startEnrolment,
  type PhoneNotVerified,
  type StartEnrolment,
  type StartEnrolmentRefused,
} from './factors/sms/start-enrolment.js';
export {
  verifyEnrolment,
  type VerifyEnrolment,
  type VerifyEnrolmentRefused,
} from './factors/enrolment/verify-enrolment.js';
export {
  verifyEnrolled,
  type VerifyEnrolled,
  type VerifyEnrolledRefused,
} from './factors/verify-enrolled.js';
export { startTotp, type StartTotp, type StartTotpRefused } from './factors/totp/start-totp.js';
export { readTotp, type TotpGuess, type TypedTotp } from './factors/totp/read-totp.js';
export {
  generateCodes,
  requireCodesAllowed,
  type GenerateCodes,
  type GenerateCodesRefused,
  type NoFactor,
} from './factors/recovery-codes/generate-codes.js';
export {
  parseRecoveryCode,
  printRecoveryCode,
  toRecoveryCode,
  type RecoveryCode,
} from './factors/recovery-codes/recovery-code.js';
export {
  codesLeft,
  recoverySet,
  withoutCode,
  type RecoveryOwner,
} from './factors/recovery-codes/recovery-set.js';
export { matchingStep, toBase32, totpCode, totpStep, totpUri } from './factors/totp/totp.js';
export {
  formatVerifier,
  openSecret,
  parseVerifier,
  sealSecret,
  type SecretOwner,
  type TotpVerifier,
} from './factors/totp/totp-secret.js';
export type {
  Factor,
  FactorSession,
  OwnedSession,
  Prepared,
  PreparedSession,
  SentFactor,
  UnsentFactor,
} from './factors/factor.js';

export {
  EMPTY_FACTOR_RECORD,
  type EnrolledFactor,
  type EnrolledFactors,
  type FactorRecord,
} from './factors/factor-record.js';
export type { CheckedCode, CheckOutcome, Guess, GuessRefused } from './factors/codes/check-code.js';
export type { CodeContext, CodeOwner, DestinationShare } from './factors/codes/code-digest.js';
export {
  NO_CODE,
  settle,
  type CodeState,
  type EndedCode,
  type PendingCode,
} from './factors/codes/code-state.js';
export type { SendRefused } from './factors/codes/issue-code.js';
export {
  newSmsCode,
  type IssuedCode,
  type NewSmsCode,
  type SendCode,
  type SendSituation,
} from './factors/sms/issue-to-phone.js';
export { DEFAULT_CODE_LIMITS, type CodeLimits } from './factors/codes/limits.js';
export {
  decideSend,
  type BegunBlock,
  type FraudGuarded,
  type GuardContext,
  type GuardedNumber,
  type SendDecision,
} from './factors/sms/fraud/decide-send.js';
export {
  countedKeys,
  counterQueries,
  enrolledCounters,
  watchedCounters,
  type SendTraits,
  type WatchedCounter,
} from './factors/sms/fraud/counter-names.js';
export { DEFAULT_FRAUD_LIMITS, type FraudLimits } from './factors/sms/fraud/fraud-limits.js';
export {
  DEFAULT_FRAUD_GUARD,
  type CountryMode,
  type CountryModes,
  type FraudGuard,
  type GuardMode,
  type GuardRule,
} from './tenants/guard-modes.js';
export type { Destination } from './factors/sms/fraud/check-destination.js';
export {
  countSent,
  countUnsent,
  countVerified,
  NO_SEND_COUNTERS,
  type CounterChange,
  type CounterKey,
  type CounterQuery,
  type BlockMode,
  type SendBlock,
  type SendCount,
  type SendCounters,
} from './factors/codes/send-counters.js';
export { maskPhone } from './factors/sms/mask-phone.js';
export type { NewCode } from './factors/codes/new-code.js';
export { readGuess } from './factors/codes/read-guess.js';

export { removePhone, type PhoneInUse, type PhoneNotFound } from './phones/remove-phone.js';
export {
  startPhoneVerification,
  type StartPhoneVerification,
  type StartPhoneVerificationRefused,
} from './phones/start-phone-verification.js';
export { verifyPhone, type VerifyPhone, type VerifyPhoneRefused } from './phones/verify-phone.js';

export type { Challenge, SessionTaken } from './factors/challenge.js';
export {
  decideStepUp,
  SMS_VERIFY_PAGE,
  type StepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from './factors/step-up/decide-step-up.js';
export {
  issueChallenge,
  type IssueChallenge,
  type IssueChallengeRefused,
} from './factors/sms/issue-challenge.js';
export {
  verifyChallenge,
  type SmsNotEnrolled,
  type VerifyChallengeRefused,
} from './factors/sms/verify-challenge.js';
