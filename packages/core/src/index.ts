/**
 * What a host needs: `createStepward`, its services with their errors, and the ports that hosts implement. Pure functions are in
 * `factors/`, `policy/`, `webhooks/` and `events/`; what adapters and edges share is in `adapter/`.
 */
export { Err, err, errAsync, Ok, ok, okAsync, ResultAsync, type Result } from 'neverthrow';
export {
  createStepward,
  type DomainError,
  type Stepward,
  type StepwardOptions,
} from './stepward.js';
export type { Actor } from './records/actor.js';
export type { ApiKey } from './records/api-key.js';
export type { ApiKeyService, ApiKeyWithSecret } from './access/api-key-service.js';
export type { AccountCaller } from './access/caller.js';
export type { AssuranceInsufficient, AssuranceLevel } from './access/assurance.js';
export type {
  ApiKeyInput,
  ApiKeyRotationInput,
  ApiKeyInvalid,
  ApiKeyLimitReached,
  ApiKeyRequest,
  ApiKeyNotFound,
  ScopeNotHeld,
} from './access/change-api-key.js';
export { systemCaller, type ManagementCaller } from './access/caller.js';
export { MANAGEMENT_SCOPES, type ManagementScope } from './records/scopes.js';
export { findAnchorBreak, findChainBreak, type ChainBreak } from './audit/audit-chain.js';
export { type AuditEntry, type AuditHead } from './records/audit-event.js';
export type { AuditEvent, AuditEventType, Json } from './records/audit-event.js';
export type {
  AuthenticationEntry,
  AuthenticationEntryType,
} from './records/authentication-entry.js';
export type { AuthenticationLogService } from './audit/authentication-log-service.js';
export type { AuditService, LoggedEvent, PhiAccess } from './audit/audit-service.js';
export {
  catalogue,
  type EmittedData,
  type EventData,
  type EventType,
  type LegacyName,
} from './events/catalogue/catalogue.js';
export {
  defineEvent,
  type EventDefinition,
  type EventDefinitions,
} from './events/catalogue/define-event.js';
export type {
  EventDescription,
  EventRegistry,
  RegisteredEvent,
} from './events/catalogue/event-registry.js';
export type { NoHostEvents } from './events/catalogue/host-event.js';
export type {
  EmitOptions,
  EmittedEvent,
  EventService,
  EmitError,
  NotInTransaction,
} from './events/event-service.js';
export type {
  EventInput,
  EventInvalid,
  EventName,
  EventTooLarge,
  EventTypeReserved,
  EventTypeUnknown,
  NewEvent,
  NewEventError,
  NewEventNamed,
  NewOwnEvent,
} from './events/new-event.js';
export type { ListedEvent, PreparedEvent, StoredEvent } from './records/stored-event.js';
export type { OwnEventType } from './events/catalogue/own-events.js';
export type { IdentityInvalid } from './identity/check-identity.js';
export type {
  IdempotencyKeyInFlight,
  IdempotencyKeyReused,
} from './idempotency/idempotency-service.js';
export { FACTOR_NAMES, type FactorName } from './records/factor-name.js';
export type {
  Identity,
  IdentityPhone,
  IdentityRefused,
  IdentitySuspended,
  IdentityUnknown,
} from './records/identity.js';
export type { IdentityService } from './identity/identity-service.js';
export { parsePhoneNumber, type PhoneInvalid, type PhoneNumber } from './records/phone-number.js';
export type { AccountOverview, AccountQuery, AccountService } from './factors/account-service.js';
export type {
  EnrolmentService,
  PendingEnrolment,
  StartEnrolmentError,
} from './factors/sms/enrolment-service.js';
export type {
  RemoveEnrolmentError,
  VerifyEnrolmentError,
} from './factors/enrolment/factor-enrolment-service.js';
export type {
  GenerateCodesError,
  RecoveryCodeOptions,
  RecoveryCodeService,
  ShownRecoveryCodes,
} from './factors/recovery-codes/recovery-code-service.js';
export type { NoFactor } from './factors/recovery-codes/generate-codes.js';
export type {
  PendingTotp,
  StartTotpError,
  TotpOptions,
  TotpService,
} from './factors/totp/totp-service.js';
export type { StartTotpRefused } from './factors/totp/start-totp.js';
export type { AlreadyEnrolled } from './factors/enrolment/enrolment.js';
export type { MfaStatus } from './factors/mfa-status.js';
export type { LastFactor, NotEnrolled } from './factors/enrolment/remove-enrolment.js';
export type { FactorNotAllowed } from './factors/require-allowed.js';
export type { FactorSuspended } from './factors/suspension.js';
export type { PhoneNotVerified } from './factors/sms/start-enrolment.js';
export type {
  GuessBudgetSpent,
  SendBudgetSpent,
  StartBudgetSpent,
  SendCoolingDown,
} from './factors/codes/budgets.js';
export type {
  AttemptsExhausted,
  CodeExpired,
  CodeMismatch,
  CodeWithdrawn,
  NothingPending,
  PhoneChanged,
} from './factors/codes/check-code.js';
export type { DestinationRefused } from './factors/sms/fraud/check-destination.js';
export type { SmsNotSent } from './factors/sms/code-delivery-service.js';
export type { FraudGuarded } from './factors/sms/fraud/decide-send.js';
export type { FraudLimits } from './factors/sms/fraud/fraud-limits.js';
export type { CountryModes, FraudGuard } from './tenants/guard-modes.js';
export type { PhoneNumberType } from './records/number-type.js';
export type { SmsReceiptService } from './factors/sms/receipts/sms-receipt-service.js';
export type { TenantSendBudgetSpent } from './factors/sms/fraud/daily-budget.js';
export type { CodeLimits } from './factors/codes/limits.js';
export type { CodeMalformed } from './shared/one-time-code.js';
export type { OrganisationService } from './organisations/organisation-service.js';
export type {
  PhoneService,
  PhoneVerification,
  RemovedPhone,
  RemovePhoneError,
  StartPhoneError,
  VerifyPhoneError,
} from './phones/phone-service.js';
export type { PhoneInUse, PhoneNotFound } from './phones/remove-phone.js';
export type { PolicyInvalid } from './policy/change-policy.js';
export type { PasswordViolation } from './passwords/check-password.js';
export type {
  PasswordOwner,
  PasswordRejected,
  PasswordService,
} from './passwords/password-service.js';
export type { OrganisationNotFound, PolicyService } from './organisations/policy-service.js';
export type { BreachAnswer, BreachedPasswords } from './ports/passwords.js';
export { systemClock, type Clock } from './ports/platform.js';
export type {
  DirectoryScope,
  IdentityDirectory,
  IdentityDirectoryFactory,
} from './ports/directories.js';
export type { HostTransaction } from './ports/host-transaction.js';
export type { LegacyOverrides } from './ports/directories.js';
export { silentLogger, type Logger } from './ports/platform.js';
export type { OrganisationDirectory } from './ports/directories.js';
export type { PasswordHistory } from './ports/passwords.js';
export type { NumberType } from './ports/numbering-plan.js';
export type { PhoneCountry } from './ports/numbering-plan.js';
export { systemRandom, type Random } from './ports/platform.js';
export { createJsonLogger, stderrLogger } from './ports/stderr-logger.js';
export type {
  SmsDeliveryFailure,
  SmsDeliveryReceipt,
  SmsDeliveryStatus,
} from './factors/sms/receipts/delivery-receipt.js';
export type {
  SmsMessage,
  SmsReceipt,
  SmsReceiptAddresses,
  SmsRefusal,
  SmsSender,
} from './ports/sms-sender.js';
export type { Storage, StorageWithWebhooks, TenantApiKey } from './ports/storage.js';
export {
  createKeyRing,
  type Key,
  type KeyInput,
  type KeyRing,
  type KeyRingOptions,
} from './shared/keys/key-ring.js';
export type { Page, PageRequest } from './shared/lists/page.js';
export { Redacted } from './shared/keys/redacted.js';
export { isStorageBusy, StorageBusy } from './shared/storage/storage-errors.js';
export { isStorageUnavailable, StorageUnavailable } from './shared/storage/storage-errors.js';
export { isTenantId } from './shared/tenant-id.js';
export type { FieldViolation, ViolationRule } from './shared/checks/field-violation.js';
export type { EffectivePolicy } from './policy/merge-policy.js';
export type { StepUpDecision } from './factors/step-up/decide-step-up.js';
export type { FactorNotEnrolled, Prepared } from './factors/factor.js';
export type { PrepareSmsError, VerifySmsError } from './factors/sms/sms-factor-service.js';
export type { Challenge, SessionTaken } from './factors/challenge.js';
export type { SmsNotEnrolled } from './factors/sms/verify-challenge.js';
export type {
  AnswerRequest,
  ChallengeError,
  ChallengeRequest,
  DecideStepUpError,
  FactorUnknown,
  IdentityMissing,
  IdentityNotFound,
  NothingToSend,
  SteppedUp,
  StepUpRequest,
  StepUpService,
  VerifyChallengeError,
} from './factors/step-up/step-up-service.js';
export {
  DEFAULT_SMS_SETTINGS,
  type SmsDisabled,
  type SmsSettings,
  type SmsSettingsInvalid,
} from './tenants/sms-settings.js';
export type { Tenant } from './tenants/tenant.js';
export type {
  ReasonMissing,
  TenantChange,
  TenantExists,
  TenantInvalid,
  TenantService,
} from './tenants/tenant-service.js';
export type {
  SubscriberFields,
  SubscriberInput,
  SubscriberInvalid,
} from './webhooks/subscribers/subscriber-fields.js';
export type { Attempt, AttemptFailure, Delivery, DeliveryStatus } from './webhooks/delivery.js';
export type {
  DeliveryDetail,
  DeliveryService,
  DeliveryNotFound,
  PayloadPurged,
  RemainingRange,
  ReplayedRange,
  ReplayError,
  ReplayRangeError,
} from './webhooks/delivery-service.js';
export type { DisablingCause } from './webhooks/subscribers/disable-subscriber.js';
export type { DeliveryPending } from './webhooks/new-delivery.js';
export type {
  ReplayInput,
  WebhookRequestInvalid,
} from './webhooks/subscribers/read-webhook-request.js';
export type {
  SubscriberDisabled,
  SubscriberNotFound,
} from './webhooks/subscribers/require-subscriber.js';
export type { DisabledReason, EventNaming, Subscriber } from './webhooks/subscribers/subscriber.js';
export type {
  ChangeSubscriberError,
  CreateSubscriberError,
  RotateSecretError,
  SubscriberWithSecret,
  SubscriberLimitReached,
  SubscriberService,
  WebhookOptions,
  WebhooksNotConfigured,
} from './webhooks/subscribers/subscriber-service.js';
