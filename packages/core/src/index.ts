/** What services answer with, of the neverthrow that this package brings: docs/adr/0009. */
export { Err, err, errAsync, Ok, ok, okAsync, ResultAsync, type Result } from 'neverthrow';

export { createStepward, type Stepward, type StepwardOptions } from './stepward.js';

export type { Actor } from './access/actor.js';
export { API_KEY_PREFIX, MAX_LIVE_API_KEYS, type ApiKey } from './access/api-key.js';
export type { ApiKeyService, ApiKeyWithSecret } from './access/api-key-service.js';
export type { AccountCaller } from './access/caller.js';
export type { AssuranceInsufficient, AssuranceLevel } from './access/assurance.js';
export type {
  ApiKeyInput,
  ApiKeyInvalid,
  ApiKeyLimitReached,
  ApiKeyRequest,
  ApiKeyNotFound,
  ScopeNotHeld,
} from './access/change-api-key.js';
export { systemCaller, type ManagementCaller } from './access/management-caller.js';
export { isManagementScope, MANAGEMENT_SCOPES, type ManagementScope } from './access/scopes.js';

export {
  auditHash,
  canonicalJson,
  GENESIS_HASH,
  findAnchorBreak,
  findChainBreak,
  type AuditEntry,
  type AuditHead,
  type ChainBreak,
} from './audit/audit-chain.js';
export {
  AUDIT_EVENT_TYPES,
  type AuditEvent,
  type AuditEventType,
  type Json,
} from './audit/audit-event.js';
export {
  AUTHENTICATION_ENTRY_TYPES,
  type AuthenticationEntry,
  type AuthenticationEntryType,
} from './authentication-log/authentication-entry.js';
export type { AuthenticationLogService } from './authentication-log/authentication-log-service.js';
export type { AuditRecord, AuditService, LoggedEvent, PhiAccess } from './audit/audit-service.js';

export type { EmittedData, EventData, EventType, LegacyName } from './events/catalogue.js';
export { EVENT_CATALOGUE, EVENT_TYPES } from './events/catalogue.js';
export { canonicalName, knownEventName, legacyName } from './events/event-names.js';
export { eventSchema } from './events/event-schema.js';
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
  EventStamp,
  EventTooLarge,
  EventTypeReserved,
  EventTypeUnknown,
  NewEvent,
  NewEventError,
  NewEventNamed,
  NewOwnEvent,
  PreparedEvent,
  StoredEvent,
} from './events/new-event.js';
export {
  OWN_EVENT_CATALOGUE,
  OWN_EVENT_TYPES,
  type DataOfEvent,
  type OwnEventType,
} from './events/own-events.js';
export { serviceSignature, standardSignature } from './events/signature.js';
export { TEST_EVENT_TYPE } from './events/test-event-type.js';
export type { IdempotencyRecord, RequestFingerprint } from './idempotency/idempotency-record.js';
export type {
  BegunRequest,
  IdempotencyKeyInFlight,
  IdempotencyKeyReused,
  IdempotencyReservation,
  IdempotencyService,
} from './idempotency/idempotency-service.js';
export type { IdempotentRequest } from './idempotency/idempotent-request.js';

export type { IdentityInvalid } from './identity/check-identity.js';
export { FACTOR_NAMES, type FactorName } from './identity/factor.js';
export type {
  Identity,
  IdentityPhone,
  IdentityRefused,
  IdentitySuspended,
  IdentityUnknown,
} from './identity/identity.js';
export type { IdentityService } from './identity/identity-service.js';
export { parsePhoneNumber, type PhoneInvalid, type PhoneNumber } from './identity/phone-number.js';

export type {
  EnrolmentService,
  PendingEnrolment,
  RemoveEnrolmentError,
  StartEnrolmentError,
  VerifyEnrolmentError,
} from './mfa/enrolment-service.js';
export type { AlreadyEnrolled } from './mfa/enrolment.js';
export type { MfaStatus } from './mfa/mfa-status.js';
export type { LastFactor, NotEnrolled } from './mfa/remove-enrolment.js';
export type { FactorNotAllowed } from './mfa/require-sms-factor.js';
export type { PhoneNotVerified } from './mfa/start-enrolment.js';

export type { CodeRecord } from './one-time-code/code-record.js';
export {
  EMPTY_SEND_LEDGER,
  type GuessBudgetSpent,
  type SendBudgetSpent,
  type SendCoolingDown,
  type SendLedger,
} from './one-time-code/budgets.js';
export type {
  AttemptsExhausted,
  CodeExpired,
  CodeMismatch,
  CodeWithdrawn,
  NothingPending,
  PhoneChanged,
} from './one-time-code/check-code.js';
export type { DestinationRefused } from './one-time-code/check-destination.js';
export type { SmsNotSent } from './one-time-code/code-delivery-service.js';
export type { CodeDigest } from './one-time-code/code-digest.js';
export {
  NO_CODE,
  type CodePurpose,
  type CodeState,
  type CodeSubject,
  type EndedCode,
  type PendingCode,
} from './one-time-code/code-state.js';
export type { TenantSendBudgetSpent } from './one-time-code/daily-budget.js';
export { DEFAULT_CODE_LIMITS, TOMBSTONE_MS, type CodeLimits } from './one-time-code/limits.js';
export { maskPhone } from './one-time-code/mask-phone.js';
export type { CodeMalformed } from './one-time-code/one-time-code.js';

export type { OrganisationService } from './organisation/organisation-service.js';

export type {
  PhoneService,
  PhoneVerification,
  RemovedPhone,
  RemovePhoneError,
  StartPhoneError,
  VerifyPhoneError,
} from './phone/phone-service.js';
export type { PhoneInUse, PhoneNotFound } from './phone/remove-phone.js';

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
export { effectiveMfaPolicy } from './policy/effective-mfa-policy.js';
export {
  mergePolicy,
  type EffectivePolicy,
  type MergedPolicy,
  type PolicyLayers,
  type StoredValues,
  type UnknownValue,
} from './policy/merge-policy.js';
export type {
  PasswordOwner,
  PasswordRejected,
  PasswordService,
} from './policy/password-service.js';
export {
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  tenantDefaults,
  type InheritableFieldName,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValues,
} from './policy/policy-fields.js';
export type { OrganisationNotFound, PolicyService } from './policy/policy-service.js';
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

export type { BreachAnswer, BreachedPasswords } from './ports/breached-passwords.js';
export { systemClock, type Clock } from './ports/clock.js';
export type {
  ClaimedBatch,
  ClaimRequest,
  DeliveryQueue,
  FailingSubscriber,
  FinishedAttempt,
  QueuePosition,
} from './ports/delivery-queue.js';
export type {
  DirectoryScope,
  IdentityDirectory,
  IdentityDirectoryFactory,
} from './ports/identity-directory.js';
export type { HostTransaction } from './ports/host-transaction.js';
export type { LegacyOverrides } from './ports/legacy-overrides.js';
export { isLogger, silentLogger, type Logger } from './ports/logger.js';
export type { OrganisationDirectory } from './ports/organisation-directory.js';
export type { PasswordHistory } from './ports/password-history.js';
export type { PhoneCountry } from './ports/phone-country.js';
export { systemRandom, type Random } from './ports/random.js';
export { createJsonLogger, stderrLogger } from './ports/stderr-logger.js';
export type { SmsMessage, SmsReceipt, SmsSender } from './ports/sms-sender.js';
export type {
  ApiKeyStore,
  AppendOutcome,
  AuditFilter,
  AuditStore,
  AuthenticationFilter,
  AuthenticationLogStore,
  CodeRecordKey,
  CodeStore,
  DailySendStore,
  DeliveryFilter,
  DeliveryStore,
  EventFilter,
  EventStore,
  IdempotencyStore,
  IdentityStore,
  OrganisationStore,
  PolicyStore,
  ReplayRequest,
  Storage,
  StoredPolicy,
  Stores,
  SubscriberStore,
  TenantApiKey,
  TenantStore,
  Trail,
  UnitOfWorkScope,
} from './ports/storage.js';
export type { WebhookSender } from './ports/webhook-sender.js';
export type { WebhookTargets } from './ports/webhook-targets.js';

export {
  checkOptions,
  hasMethods,
  isBoolean,
  isFunction,
  isObject,
  isOneOf,
  isPositiveInteger,
  isText,
  optional,
  required,
  type OptionRule,
  type OptionRules,
} from './shared/check-options.js';
export type { Cursors } from './shared/cursor.js';
export type { DomainError } from './shared/errors.js';
export { parseIsoMoment } from './shared/iso-moment.js';
export { parseUrl } from './shared/parse-url.js';
export {
  createKeyRing,
  isKeyRing,
  type Key,
  type KeyInput,
  type KeyRing,
  type KeyRingOptions,
} from './shared/key-ring.js';
export {
  createLockQueue,
  LOCK_BOUNDS,
  type LockBounds,
  type LockQueue,
  type LockRequest,
} from './shared/lock-queue.js';
export type { Page, PageRequest } from './shared/page.js';
export { Redacted } from './shared/redacted.js';
export { isStorageBusy, StorageBusy } from './shared/storage-busy.js';
export { isTenantId, requireTenantId } from './shared/tenant-id.js';
export { firstUuidAt, uuidv7 } from './shared/uuidv7.js';

export {
  VIOLATION_RULES,
  type FieldViolation,
  type ViolationRule,
} from './shared/field-violation.js';
export type { Challenge, SessionTaken, SmsNotEnrolled } from './step-up/challenge.js';
export {
  decideStepUp,
  SMS_VERIFY_PAGE,
  type StepUp,
  type StepUpConsent,
  type StepUpDecision,
  type StepUpSession,
} from './step-up/decide-step-up.js';
export type {
  ChallengeError,
  ChallengeRequest,
  DecideStepUpError,
  IdentityNotFound,
  IssuedChallenge,
  SteppedUp,
  StepUpRequest,
  StepUpService,
  VerifyChallengeError,
} from './step-up/step-up-service.js';
export {
  readStoredTenant,
  type RawTenant,
  type StoredTenant,
} from './tenant/read-stored-tenant.js';
export {
  DEFAULT_SMS_SETTINGS,
  type SmsDisabled,
  type SmsSettings,
  type SmsSettingsInvalid,
} from './tenant/sms-settings.js';
export { DEFAULT_TENANT, type Tenant } from './tenant/tenant.js';
export type {
  ReasonMissing,
  TenantChange,
  TenantInvalid,
  TenantService,
} from './tenant/tenant-service.js';

export type {
  SubscriberFields,
  SubscriberInput,
  SubscriberInvalid,
} from './webhooks/subscriber-fields.js';
export { attemptDuration } from './webhooks/attempt-duration.js';
export type { ClaimedDelivery } from './webhooks/claimed-delivery.js';
export {
  DELIVERY_STATUSES,
  type Attempt,
  type AttemptFailure,
  type Delivery,
  type DeliveryStatus,
} from './webhooks/delivery.js';
export type {
  DeliveryDetail,
  DeliveryService,
  DeliveryNotFound,
  PayloadPurged,
  ReplayedRange,
  ReplayError,
  ReplayRangeError,
} from './webhooks/delivery-service.js';
export { exhaustedEvent } from './webhooks/exhausted-event.js';
export type { DisablingCause } from './webhooks/disable-subscriber.js';
export type { DeliveryPending } from './webhooks/new-delivery.js';
export type {
  DueAttempt,
  MadeAttempt,
  OutboxClaim,
  OutboxService,
} from './webhooks/outbox-service.js';
export type {
  ReplayInput,
  ReplayRange,
  WebhookRequestInvalid,
} from './webhooks/read-webhook-request.js';
export type { AttemptDecision, AttemptOutcome } from './webhooks/record-attempt.js';
export type { SubscriberDisabled, SubscriberNotFound } from './webhooks/require-subscriber.js';
export { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from './webhooks/retention.js';
export { DEFAULT_RETRY_DELAYS_MS } from './webhooks/retry-schedule.js';
export type {
  DisabledReason,
  EventNaming,
  SealedSecret,
  Subscriber,
} from './webhooks/subscriber.js';
export type {
  ChangeSubscriberError,
  CreateSubscriberError,
  RotateSecretError,
  SubscriberWithSecret,
  SubscriberLimitReached,
  SubscriberService,
  WebhookOptions,
  WebhooksNotConfigured,
} from './webhooks/subscriber-service.js';
export type { WebhookFailure, WebhookOutcome } from './webhooks/webhook-outcome.js';
export type { WebhookRequest } from './webhooks/webhook-request.js';
