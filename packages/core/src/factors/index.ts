/**
 * The rules of factors, phones and codes as pure functions: values in, a decision out, no I/O and no clock.
 * An Err means that nothing happened; a wrong code did happen, so it is an outcome inside Ok.
 */
export { requireAal2 } from '../access/assurance.js';

export { authoriseWrite, type FactorWrite } from './authorise-write.js';
export { enrolmentState, type AlreadyEnrolled, type EnrolmentState } from './enrolment.js';
export { isFactorName, KEPT_FACTORS, type KeptFactor } from './factor-name.js';
export { mfaStatus, type MfaStatus } from './mfa-status.js';
export {
  removeEnrolment,
  type LastFactor,
  type NotEnrolled,
  type RemoveEnrolment,
} from './remove-enrolment.js';
export type { FactorNotAllowed } from './require-allowed.js';
export type { FactorSuspended } from './suspension.js';
export {
  startEnrolment,
  type PhoneNotVerified,
  type StartEnrolment,
  type StartEnrolmentRefused,
} from './sms/start-enrolment.js';
export {
  verifyEnrolment,
  type VerifyEnrolment,
  type VerifyEnrolmentRefused,
} from './verify-enrolment.js';
export {
  verifyEnrolled,
  type VerifyEnrolled,
  type VerifyEnrolledRefused,
} from './verify-enrolled.js';
export { startTotp, type StartTotp, type StartTotpRefused } from './totp/start-totp.js';
export { readTotp, type TotpGuess, type TypedTotp } from './totp/read-totp.js';
export {
  generateCodes,
  requireCodesAllowed,
  type GenerateCodes,
  type GenerateCodesRefused,
  type NoFactor,
} from './recovery-codes/generate-codes.js';
export {
  parseRecoveryCode,
  printRecoveryCode,
  toRecoveryCode,
  type RecoveryCode,
} from './recovery-codes/recovery-code.js';
export {
  codesLeft,
  recoverySet,
  withoutCode,
  type RecoveryOwner,
} from './recovery-codes/recovery-set.js';
export { matchingStep, toBase32, totpCode, totpStep, totpUri } from './totp/totp.js';
export {
  formatVerifier,
  openSecret,
  parseVerifier,
  sealSecret,
  type SecretOwner,
  type TotpVerifier,
} from './totp/totp-secret.js';
export type {
  Factor,
  FactorSession,
  OwnedSession,
  Prepared,
  PreparedSession,
  SentFactor,
  UnsentFactor,
} from './factor.js';

export {
  EMPTY_FACTOR_RECORD,
  type EnrolledFactor,
  type EnrolledFactors,
  type FactorRecord,
} from './factor-record.js';
export type { CheckedCode, CheckOutcome, Guess, GuessRefused } from './codes/check-code.js';
export type { CodeContext, CodeOwner, DestinationShare } from './codes/code-digest.js';
export {
  NO_CODE,
  settle,
  type CodeState,
  type EndedCode,
  type PendingCode,
} from './codes/code-state.js';
export type { SendRefused } from './codes/issue-code.js';
export {
  newSmsCode,
  type IssuedCode,
  type NewSmsCode,
  type SendCode,
  type SendSituation,
} from './sms/issue-to-phone.js';
export { DEFAULT_CODE_LIMITS, type CodeLimits } from './codes/limits.js';
export {
  decideSend,
  type BegunBlock,
  type FraudGuarded,
  type GuardContext,
  type GuardedNumber,
  type SendDecision,
} from './sms/decide-send.js';
export {
  countedKeys,
  counterQueries,
  enrolledCounters,
  watchedCounters,
  type SendTraits,
  type WatchedCounter,
} from './sms/counter-names.js';
export { DEFAULT_FRAUD_LIMITS, type FraudLimits } from './sms/fraud-limits.js';
export {
  DEFAULT_FRAUD_GUARD,
  type CountryMode,
  type CountryModes,
  type FraudGuard,
  type GuardMode,
  type GuardRule,
} from './sms/guard-modes.js';
export type { Destination } from './sms/check-destination.js';
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
} from './codes/send-counters.js';
export { maskPhone } from './sms/mask-phone.js';
export type { NewCode } from './codes/new-code.js';
export { readGuess } from './codes/read-guess.js';

export { removePhone, type PhoneInUse, type PhoneNotFound } from '../phones/remove-phone.js';
export {
  startPhoneVerification,
  type StartPhoneVerification,
  type StartPhoneVerificationRefused,
} from '../phones/start-phone-verification.js';
export { verifyPhone, type VerifyPhone, type VerifyPhoneRefused } from '../phones/verify-phone.js';

export type { Challenge, SessionTaken } from './challenge.js';
export {
  decideStepUp,
  SMS_VERIFY_PAGE,
  type StepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from './step-up/decide-step-up.js';
export {
  issueChallenge,
  type IssueChallenge,
  type IssueChallengeRefused,
} from './sms/issue-challenge.js';
export {
  verifyChallenge,
  type SmsNotEnrolled,
  type VerifyChallengeRefused,
} from './sms/verify-challenge.js';
