/** The storage ports, and what adapters and edges share: for those who write a storage, an HTTP edge or a delivery worker. */
export { decideInUnitOfWork, decisionScope } from './decide-in-unit-of-work.js';
export { purgeStorage } from './purge-storage.js';
export { API_KEY_PREFIX, MAX_LIVE_API_KEYS } from '../access/api-key.js';
export { isManagementScope } from '../access/scopes.js';
export { auditHash, canonicalJson, GENESIS_HASH } from '../audit/audit-chain.js';
export { AUDIT_EVENT_TYPES } from '../audit/audit-event.js';
export { AUTHENTICATION_ENTRY_TYPES } from '../authentication-log/authentication-entry.js';
export { knownEventName } from '../events/event-names.js';
export type { EventStamp, PreparedEvent, StoredEvent } from '../events/new-event.js';
export { OWN_EVENT_CATALOGUE } from '../events/own-events.js';
export type { IdempotencyRecord, RequestFingerprint } from '../idempotency/idempotency-record.js';
export type {
  BegunRequest,
  IdempotencyReservation,
  IdempotencyService,
} from '../idempotency/idempotency-service.js';
export type { IdempotentRequest } from '../idempotency/idempotent-request.js';
export { EMPTY_SEND_LEDGER, type SendLedger } from '../factors/codes/budgets.js';
export type { CodePurpose, CodeSubject } from '../factors/codes/code-state.js';
export { TOMBSTONE_MS } from '../factors/codes/limits.js';
export type { Decided, DecisionFacts, DecisionScope, Trail } from '../ports/decision.js';
export type { AppendOutcome, Expiry, TenantApiKey } from '../ports/storage.js';
export type {
  LimitRule,
  RequestCount,
  RequestCounter,
  RequestLimitStore,
} from '../ports/request-limit-store.js';
export type {
  ApiKeyStore,
  AuditFilter,
  AuditStore,
  AuthenticationFilter,
  AuthenticationLogStore,
  FactorRecordKey,
  CodeStore,
  DailySendStore,
  EventFilter,
  EventStore,
  IdempotencyStore,
  IdentityStore,
  OrganisationStore,
  PolicyStore,
  StoredPolicy,
  Stores,
  TenantStore,
  UnitOfWorkScope,
} from '../ports/stores.js';
export type {
  ClaimedBatch,
  ClaimRequest,
  DeliveryQueue,
  FailingSubscriber,
  QueuePosition,
  DeliveryFilter,
  DeliveryStore,
  ReplayRequest,
  SubscriberStore,
  WebhookStorage,
  WebhookStores,
} from '../ports/webhook-storage.js';
export { isLogger } from '../ports/logger.js';
export type { WebhookSender } from '../ports/webhook-sender.js';
export type { WebhookTargets } from '../ports/webhook-targets.js';
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
} from '../shared/check-options.js';
export type { Cursors } from '../shared/cursor.js';
export { parseIsoMoment } from '../shared/iso-moment.js';
export { parseUrl } from '../shared/parse-url.js';
export { isKeyRing } from '../shared/key-ring.js';
export {
  createLockQueue,
  LOCK_BOUNDS,
  type LockBounds,
  type LockQueue,
  type LockRequest,
} from '../shared/lock-queue.js';
export { requireTenantId } from '../shared/tenant-id.js';
export { firstUuidAt, uuidv7 } from '../shared/uuidv7.js';
export { VIOLATION_RULES } from '../shared/field-violation.js';
export {
  readStoredTenant,
  type RawTenant,
  type StoredTenant,
} from '../tenant/read-stored-tenant.js';
export type { ClaimedDelivery } from '../webhooks/claimed-delivery.js';
export { DELIVERY_STATUSES } from '../webhooks/delivery.js';
export { exhaustedEvent, type ExhaustedDelivery } from '../webhooks/exhausted-event.js';
export { finishedAttempt, type FinishedAttempt } from '../webhooks/finished-attempt.js';
export type {
  DueAttempt,
  MadeAttempt,
  OutboxClaim,
  OutboxService,
} from '../webhooks/outbox-service.js';
export { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from '../webhooks/retention.js';
export type { SealedSecret } from '../webhooks/subscriber.js';
export type { WebhookFailure, WebhookOutcome } from '../webhooks/webhook-outcome.js';
export type { WebhookRequest } from '../webhooks/webhook-request.js';
