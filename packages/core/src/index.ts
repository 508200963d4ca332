/**
 * What a host needs: `createStepward`, its services with their errors, and the ports that hosts implement. Pure functions are in
 * `factors/`, `policy/`, `webhooks/` and `events/`; what adapters and edges share is in `adapter/`.
 */
export { err, ok, ResultAsync, type Result } from 'neverthrow';
export {
  createStepward,
  type DomainError,
  type Stepward,
  type StepwardOptions,
} from './stepward.js';
export type { Actor } from './records/actor.js';
export type { ApiKey } from './records/api-key.js';
export type {
  ApiKeyWithSecret,
  CreateApiKeyError,
  IdentifiedApiKey,
  RotateApiKeyError,
} from './access/api-key-service.js';
export { type AccountCaller, systemCaller, type ManagementCaller } from './access/caller.js';
export { isPhishingResistant, type AssuranceLevel } from './access/assurance.js';
export type {
  ApiKeyInput,
  ApiKeyInvalid,
  ApiKeyLimitReached,
  ApiKeyNotFound,
  ScopeNotHeld,
} from './access/change-api-key.js';
export { MANAGEMENT_SCOPES, type ManagementScope } from './records/scopes.js';
export { findChainBreak, type ChainBreak } from './audit/audit-chain.js';
export type { AuditEntry, AuditHead, AuditEvent, AuditEventType } from './records/audit-event.js';
export type {
  AuthenticationEntry,
  AuthenticationEntryType,
  RefusedRequests,
} from './records/authentication-entry.js';
export type { CredentialOwner, RefusedAccess } from './audit/refused-access.js';
export type { CallerClient, ClientAddressInLogs } from './records/client.js';
export type { LoggedClient } from './records/client.js';
export type { LoggedEvent } from './audit/audit-service.js';
export {
  LOG_NAMES,
  type LogEntry,
  type LogName,
  type LogRequest,
} from './audit/log-reader-service.js';
export { catalogue, type EventType } from './events/catalogue/catalogue.js';
export { defineEvent, type EventDefinitions } from './events/catalogue/define-event.js';
export type {
  EventDescription,
  EventRegistry,
  RegisteredEvent,
} from './events/catalogue/event-registry.js';
export type { NoHostEvents } from './events/catalogue/host-event.js';
export type {
  EmitError,
  EmittedEvent,
  EventNotFound,
  EventVersionUnavailable,
  ReadEventOptions,
} from './events/event-service.js';
export type { EventInput, NewEvent, NewEventNamed } from './events/new-event.js';
export type { ListedEvent } from './records/stored-event.js';
export { FACTOR_NAMES, type FactorName } from './records/factor-name.js';
export type { Identity, IdentityRefused } from './records/identity.js';
export { parsePhoneNumber, type PhoneNumber } from './records/phone-number.js';
export type { PendingEnrolment, StartEnrolmentError } from './factors/sms/enrolment-service.js';
export type {
  GenerateCodesError,
  ShownRecoveryCodes,
} from './factors/recovery-codes/recovery-code-service.js';
export type { PendingTotp, StartTotpError } from './factors/totp/totp-service.js';
export type {
  EnrollingCaller,
  PendingWebAuthn,
  StartWebAuthnError,
  VerifyWebAuthnError,
  WebAuthnEnrolment,
} from './factors/webauthn/webauthn-service.js';
export type { PolicyPreview } from './preview/preview-service.js';
export type { PersonRecord } from './people/person-record.js';
export type { PassInput, ResetInput } from './people/read-help.js';
export type { PersonContext } from './people/help-trail-service.js';
export type { ResetPersonError, SeePersonError } from './people/people-service.js';
export type { ErasePersonError, IdentityActive } from './people/erasure-service.js';
export type { EraseOptions } from './audit/erasure-service.js';
export type { ErasedRows } from './ports/erasure.js';
export type { EndDeviceError, SeeDevicesError } from './people/trusted-devices-service.js';
export type {
  GivePassError,
  ShownPass,
  WithdrawPassError,
} from './people/temporary-pass-service.js';
export type { ListedAuthenticator } from './factors/authenticator.js';
export type { ListedDevice } from './factors/trusted-devices/trusted-device.js';
export type {
  DeviceCheck,
  EndOwnDeviceError,
} from './factors/trusted-devices/trusted-device-service.js';
export type {
  NewTrustedDevice,
  TrustDeviceError,
  TrustRequest,
} from './factors/trusted-devices/trust-device-service.js';
export type { SignInDecision } from './factors/sign-in/decide-sign-in.js';
export type { PersonRefused } from './factors/sign-in/due-service.js';
export type { MfaStatus } from './factors/mfa-status.js';
export type { PhoneNumberType } from './records/number-type.js';
export type { CodeLimits } from './factors/codes/limits.js';
export type { PasswordViolation } from './passwords/check-password.js';
export type { BreachAnswer, BreachedPasswords, PasswordHistory } from './ports/passwords.js';
export {
  systemClock,
  type Clock,
  silentLogger,
  type Logger,
  systemRandom,
  type Random,
} from './ports/platform.js';
export type { Stretch } from './shared/keys/stretch.js';
export type {
  IdentityDirectory,
  IdentityDirectoryFactory,
  LegacyOverrides,
  OrganisationDirectory,
} from './ports/directories.js';
export type { HostTransaction } from './ports/host-transaction.js';
export type { NumberType, PhoneCountry } from './ports/numbering-plan.js';
export { createJsonLogger, stderrLogger } from './ports/stderr-logger.js';
export type {
  ListMembers,
  MemberPage,
  MemberSession,
  OrganisationMember,
} from './ports/members.js';
export type { HostSession, Sessions, SessionScope } from './ports/sessions.js';
export type {
  EndSessionsError,
  ListSessionsError,
  SessionCaller,
  SessionNotFound,
} from './sessions/session-service.js';
export type { ShownSession } from './sessions/shown-sessions.js';
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
export { createMultiDatabaseStorage, type MultiDatabaseOptions } from './multi-database-storage.js';
export type { Storage, StorageWithWebhooks, TenantApiKey } from './ports/storage.js';
export type { WebAuthn } from './ports/webauthn.js';
export type { WebAuthnOptions } from './records/webauthn.js';
export type { GrantRequest, GrantService, UseGrantError } from './factors/grants/grant-service.js';
export type {
  DigestedOperation,
  OperationInput,
  OperationInvalid,
} from './factors/grants/operation.js';
export { createKeyRing, type Key, type KeyRing } from './shared/keys/key-ring.js';
export type { Page, PageRequest } from './shared/lists/page.js';
export { Redacted } from './shared/keys/redacted.js';
export {
  isStorageBusy,
  StorageBusy,
  isStorageUnavailable,
  StorageUnavailable,
  TenantElsewhere,
} from './shared/storage/storage-errors.js';
export { isTenantId } from './shared/tenant-id.js';
export type { FieldViolation } from './shared/checks/field-violation.js';
export type { EffectivePolicy } from './policy/merge-policy.js';
export type { Challenge } from './factors/challenge.js';
export type {
  ChallengeError,
  DecideStepUpError,
  SteppedUp,
  StepUpRequest,
  VerifyChallengeError,
} from './factors/step-up/step-up-service.js';
export type {
  DecideSignInError,
  SignInRequest,
  SignInService,
} from './factors/sign-in/sign-in-service.js';
export { DEFAULT_SMS_SETTINGS, type SmsSettings } from './tenants/sms-settings.js';
export type { Tenant } from './tenants/tenant.js';
export type {
  ReasonMissing,
  TenantChange,
  TenantExists,
  TenantInvalid,
} from './tenants/tenant-service.js';
export type { CustomHeaders } from './webhooks/subscribers/custom-headers.js';
export type {
  SubscriberInput,
  SubscriberInvalid,
} from './webhooks/subscribers/subscriber-fields.js';
export type { Attempt, AttemptFailure, Delivery, DeliveryStatus } from './webhooks/delivery.js';
export type { Notice, NoticeEnrolment, NoticeType } from './notices/notice.js';
export type { NoticeSender } from './notices/notice-service.js';
export type { PauseReason } from './webhooks/scheduling/pause.js';
export type {
  HandlerService,
  ReplayedEvents,
  ReplayedTimes,
} from './webhooks/handlers/handler-service.js';
export type { HandledEvent, Handler, KnownHandler } from './webhooks/handlers/handler.js';
export type { EventSink, SinkEvent } from './webhooks/sinks/event-sink.js';
export type {
  DeliveryDetail,
  DeliveryNotFound,
  ReplayedRange,
  ReplayError,
  ReplayRangeError,
} from './webhooks/delivery-service.js';
export type {
  ReplayInput,
  WebhookRequestInvalid,
} from './webhooks/subscribers/read-webhook-request.js';
export {
  createSigningKeys,
  type PreviousSigningKey,
  type SigningKeys,
  type SigningKeysOptions,
  type WebhookPublicKey,
} from './webhooks/subscribers/signing-keys.js';
export type {
  DisabledReason,
  EventNaming,
  SealedHeaders,
  SignatureKind,
  BodyKind,
  SubscriberPause,
  Ordering,
  Subscriber,
} from './webhooks/subscribers/subscriber.js';
export type {
  ChangeSubscriberError,
  CreateSubscriberError,
  RotateSecretError,
  SubscriberWithSecret,
  WebhookOptions,
} from './webhooks/subscribers/subscriber-service.js';
export type { AccountOverview } from './factors/account-service.js';
export type { IdentityInvalid } from './identity/check-identity.js';
export type { StoredOrganisation } from './ports/stores.js';
export type { OrganisationNotFound, OrganisationPolicy } from './organisations/policy-service.js';
export type { PasswordRejected } from './passwords/password-service.js';
export type {
  PhoneVerification,
  RemovePhoneError,
  RemovedPhone,
  StartPhoneError,
  VerifyPhoneError,
} from './phones/phone-service.js';
export type { PolicyInvalid } from './policy/change-policy.js';
export type { Prepared } from './factors/factor.js';
export type { RenameAuthenticatorError } from './factors/authenticator-service.js';
export type {
  RemoveAuthenticatorError,
  RemoveEnrolmentError,
  VerifyEnrolmentError,
} from './factors/enrolment/factor-enrolment-service.js';
export type { StepUpDecision } from './factors/step-up/decide-step-up.js';
export type {
  SubscriberDisabled,
  SubscriberNotFound,
} from './webhooks/subscribers/require-subscriber.js';
export type { MembersUnavailable } from './preview/member-service.js';
