export { createStepward, type Stepward, type StepwardOptions } from './stepward.js';

export type { AccountCaller } from './access/caller.js';
export type { AssuranceInsufficient, AssuranceLevel } from './access/assurance.js';

export { FACTOR_NAMES, inPriorityOrder, type FactorName } from './identity/factor.js';
export type { Identity, IdentityPhone } from './identity/identity.js';
export type { IdentityService } from './identity/identity-service.js';
export { parsePhoneNumber, type PhoneInvalid, type PhoneNumber } from './identity/phone-number.js';

export type { EnrolmentService, PendingEnrolment } from './mfa/enrolment-service.js';
export { mfaStatus, type MfaStatus } from './mfa/mfa-status.js';

export type { CodeRecord } from './one-time-code/code-record.js';
export { EMPTY_SEND_LEDGER, type SendLedger } from './one-time-code/budgets.js';
export type { CodeDigest } from './one-time-code/code-digest.js';
export {
  NO_CODE,
  type CodePurpose,
  type CodeState,
  type EndedCode,
  type PendingCode,
} from './one-time-code/code-state.js';
export { DEFAULT_CODE_LIMITS, TOMBSTONE_MS, type CodeLimits } from './one-time-code/limits.js';
export { maskPhone } from './one-time-code/mask-phone.js';

export { changePolicy, type ChangedPolicy, type PolicyInvalid } from './policy/change-policy.js';
export {
  checkPasswordText,
  mustChangePassword,
  normalisePassword,
  type PasswordRules,
  type PasswordViolation,
} from './policy/check-password.js';
export { chooseFactor, type FactorChoice } from './policy/choose-factor.js';
export { decideSignIn, type SignIn, type SignInDecision } from './policy/decide-sign-in.js';
export {
  mergePolicy,
  type EffectivePolicy,
  type MergedPolicy,
  type PolicyLayers,
  type StoredValues,
  type UnknownValue,
} from './policy/merge-policy.js';
export {
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  type InheritableFieldName,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValues,
} from './policy/policy-fields.js';
export { sessionExpiry, type SessionExpiry } from './policy/session-expiry.js';
export {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  type MfaEnforcement,
  type MfaPolicy,
  type TenantMfaPolicy,
  type TenantPasswordPolicy,
  type TenantPolicies,
  type UnenrolledUserAction,
} from './policy/tenant-policy.js';

export type { PhoneService, PhoneVerification, RemovedPhone } from './phone/phone-service.js';

export {
  noBreachedPasswords,
  type BreachAnswer,
  type BreachedPasswords,
} from './ports/breached-passwords.js';
export { systemClock, type Clock } from './ports/clock.js';
export type {
  DirectoryScope,
  IdentityDirectory,
  IdentityDirectoryFactory,
  SqlTransaction,
} from './ports/identity-directory.js';
export { silentLogger, type Logger } from './ports/logger.js';
export type { PhoneCountry } from './ports/phone-country.js';
export { systemRandom, type Random } from './ports/random.js';
export type { SmsMessage, SmsReceipt, SmsSender } from './ports/sms-sender.js';
export type {
  CodeRecordKey,
  CodeStore,
  DailySendStore,
  IdentityStore,
  Storage,
  Stores,
  TenantStore,
  UnitOfWorkScope,
} from './ports/storage.js';

export type { DomainError } from './shared/errors.js';
export { createKeyRing, type Key, type KeyInput, type KeyRing } from './shared/key-ring.js';
export { Redacted } from './shared/redacted.js';
export { isTenantId } from './shared/tenant-id.js';

export type { FieldViolation } from './tenant/field-violation.js';
export {
  DEFAULT_SMS_SETTINGS,
  type SmsSettings,
  type SmsSettingsInvalid,
} from './tenant/sms-settings.js';
export { DEFAULT_TENANT, type Tenant } from './tenant/tenant.js';
export type { TenantChange, TenantInvalid, TenantService } from './tenant/tenant-service.js';
