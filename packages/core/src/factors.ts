/**
 * The rules of factors, phones and codes as pure functions: values in, a decision out, no I/O and no clock.
 * An Err means that nothing happened; a wrong code did happen, so it is an outcome inside Ok.
 */
export { requireAal2 } from './access/assurance.js';

export { authoriseWrite } from './factors/enrolment/authorise-write.js';
export { enrolmentState } from './factors/enrolment/enrolment.js';
export {
  isFactorName,
  KEPT_FACTORS,
  STEP_UP_FACTORS,
  type KeptFactor,
  type StepUpFactor,
} from './records/factor-name.js';
export { mfaStatus } from './factors/mfa-status.js';
export { removeAuthenticator, removeEnrolment } from './factors/enrolment/remove-enrolment.js';
export { renameAuthenticator } from './factors/enrolment/rename-authenticator.js';
export { startEnrolment } from './factors/sms/start-enrolment.js';
export { verifyEnrolment } from './factors/enrolment/verify-enrolment.js';
export { verifyEnrolled } from './factors/verify-enrolled.js';
export { startTotp } from './factors/totp/start-totp.js';
export { readTotp, readTotpAnswer } from './factors/totp/read-totp.js';
export { startWebAuthn } from './factors/webauthn/start-webauthn.js';
export { verifyCreation } from './factors/webauthn/verify-creation.js';
export { issueRequest } from './factors/webauthn/issue-request.js';
export { verifyRequest } from './factors/webauthn/verify-request.js';
export { readAuthenticatorName } from './factors/authenticator-name.js';
export { generateCodes, requireCodesAllowed } from './factors/recovery-codes/generate-codes.js';
export { totpCode, totpStep } from './factors/totp/totp.js';
export type { Factor } from './factors/factor.js';

export {
  hasRoom,
  listAuthenticators,
  type Authenticator,
  type Authenticators,
  type ListedAuthenticator,
} from './factors/authenticator.js';
export { EMPTY_FACTOR_RECORD, type FactorRecord } from './factors/factor-record.js';
export { NO_CODE, settle, type CodeState } from './factors/codes/code-state.js';
export { newSmsCode } from './factors/sms/issue-to-phone.js';
export { DEFAULT_CODE_LIMITS } from './factors/codes/limits.js';
export { decideSend } from './factors/sms/fraud/decide-send.js';
export {
  countedKeys,
  counterQueries,
  enrolledCounters,
  watchedCounters,
} from './factors/sms/fraud/counter-names.js';
export { DEFAULT_FRAUD_LIMITS } from './factors/sms/fraud/fraud-limits.js';
export { DEFAULT_FRAUD_GUARD } from './tenants/guard-modes.js';
export { countSent, countVerified } from './factors/codes/send-counters.js';
export { maskPhone } from './factors/sms/mask-phone.js';
export { readGuess } from './factors/codes/read-guess.js';

export { decideTrust } from './factors/trusted-devices/decide-trust.js';
export { isTrusted, type TrustedDevice } from './factors/trusted-devices/trusted-device.js';
export {
  findEnrolmentDue,
  type DuePerson,
  type EnrolmentDue,
  type FoundDue,
} from './factors/sign-in/enrolment-due.js';
export {
  reviewEnrolmentDue,
  type Reminder,
  type ReviewedDue,
  type ReviewedPerson,
} from './factors/sign-in/review-enrolment-due.js';

export { removePhone } from './phones/remove-phone.js';
export { startPhoneVerification } from './phones/start-phone-verification.js';
export { verifyPhone } from './phones/verify-phone.js';

export { readOperation } from './factors/grants/operation.js';
export { decideGrant, newGrant } from './factors/grants/grant.js';
export { decideStepUp, SMS_VERIFY_PAGE } from './factors/step-up/decide-step-up.js';
export { issueChallenge } from './factors/sms/issue-challenge.js';
export { verifyChallenge } from './factors/sms/verify-challenge.js';
