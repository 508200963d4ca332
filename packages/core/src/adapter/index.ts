/**
 * The storage ports, and the parts that adapters and edges share: for authors of a storage adapter, an HTTP edge or a
 * delivery worker.
 */
export {
  decideInUnitOfWork,
  decisionScope,
  type DecisionParts,
  type DecisionUnit,
} from './decide-in-unit-of-work.js';
export { createLocalNews, type LocalNews } from './local-news.js';
export { withoutFullBuckets } from './without-full-buckets.js';
export { purgeStorage, DELIVERY_RETENTION_MS, EVENT_RETENTION_MS } from './purge-storage.js';
export { pageOf } from '../shared/lists/page.js';
export { API_KEY_PREFIX, isLiveApiKey } from '../access/api-key.js';
export { API_KEY_FIELDS, API_KEY_ROTATION_FIELDS } from '../access/change-api-key.js';
export { PASS_FIELDS, RESET_FIELDS } from '../people/read-help.js';
export { isManagementScope } from '../records/scopes.js';
export {
  auditHash,
  canonicalJson,
  GENESIS_HASH,
  parseCanonicalJson,
} from '../audit/audit-chain.js';
export { AUDIT_EVENT_TYPES } from '../records/audit-event.js';
export { AUTHENTICATION_ENTRY_TYPES } from '../records/authentication-entry.js';
export { AUTHENTICATION_APPLICATION } from '../factors/trail/new-entries.js';
export { isExpired, type PreparedEvent, type StoredEvent } from '../records/stored-event.js';
export type { IdempotencyRecord } from '../records/idempotency-record.js';
export type {
  BegunRequest,
  IdempotencyReservation,
  IdempotencyService,
} from '../idempotency/idempotency-service.js';
export { EMPTY_SEND_LEDGER, type SendLedger } from '../factors/codes/budgets.js';
export type { CodeSubject } from '../factors/codes/code-state.js';
export { utcDay, type DailyShare } from '../factors/sms/fraud/daily-budget.js';
export { verifiedPhone } from '../records/identity.js';
export { TOMBSTONE_MS } from '../factors/codes/limits.js';
export {
  NO_SEND_COUNTERS,
  type CounterChange,
  type CounterKey,
  type CounterQuery,
  type SendBlock,
  type SendCount,
  type SendCounters,
} from '../factors/codes/send-counters.js';
export { COUNTER_RETENTION_MS } from '../factors/sms/fraud/fraud-limits.js';
export { addressBucket, UNKNOWN_ADDRESS } from '../shared/address-bucket.js';
export {
  messageKey,
  SENT_MESSAGE_MS,
  type FinalStatus,
  type SentMessage,
} from '../factors/sms/receipts/sent-message.js';
export type {
  Decided,
  DecisionFacts,
  DecisionScope,
  EndedCodes,
  FactorRecordKey,
  GrantChange,
  StoredOverrides,
  Trail,
} from '../ports/decision.js';
export type { ScheduledChange, ScheduledOverrides } from '../policy/schedule-change.js';
export type {
  AppendOutcome,
  EnrolmentReview,
  EnrolmentReviews,
  Expiry,
  LookUpTable,
  StoredPerson,
} from '../ports/storage.js';
export type { ErasedRows, Erasure } from '../ports/erasure.js';
export { ENTRY_RETENTION_MS } from '../audit/entry-parts.js';
export { ownEventsOf } from '../events/catalogue/own-events.js';
export type {
  LimitRule,
  RequestCount,
  RequestCounter,
  RequestLimitStore,
} from '../ports/request-limit-store.js';
export type {
  ApiKeyStore,
  AuditPage,
  AuditStore,
  AuthenticationLogStore,
  EventStore,
  IdempotencyStore,
  IdentityStore,
  PolicyStore,
  SmsMessageStore,
  StoredOrganisation,
  StoredPolicy,
  Stores,
  UnitOfWorkScope,
  WebhookStores,
} from '../ports/stores.js';
export type {
  ArrivalCursor,
  Arrivals,
  DeliveryQueue,
  DispatchLimit,
  DispatchOutcome,
  Fence,
  FinishOutcome,
  HeldShards,
  HoldRequest,
  Listening,
  OwnedShard,
  QueueCounting,
  QueueCounts,
  QueueState,
  QueueNews,
  WaitingPage,
  WaitingPlace,
} from '../ports/delivery-queue.js';
export type {
  DeliveryStore,
  EnqueuedDeliveries,
  ReplayRequest,
  SubscriberStore,
} from '../ports/webhook-stores.js';
export { isLogger } from '../ports/platform.js';
export type { WebhookSender, WebhookTargets } from '../ports/webhook-sender.js';
export {
  checkOptions,
  defaulted,
  hasMethods,
  isBoolean,
  isFunction,
  isObject,
  isOneOf,
  isPositiveInteger,
  isText,
  optional,
  readOptions,
  required,
  type OptionRule,
  type OptionRules,
  type OptionTable,
} from '../shared/checks/check-options.js';
export { addMs, days, earlier, msBetween } from '../shared/duration.js';
export { deviceName } from '../shared/device-name.js';
export { inTime } from '../shared/host-calls.js';
export { parseIsoMoment } from '../shared/iso-moment.js';
export { nodeVersion, requireNode } from '../shared/node-version.js';
export { oncePerMinute } from '../shared/once-per-minute.js';
export { isSecureUrl, parseUrl } from '../shared/parse-url.js';
export { isKeyRing } from '../shared/keys/key-ring.js';
export { NONCE_BYTES, open, seal } from '../shared/keys/seal.js';
export { createLockQueue, LOCK_BOUNDS } from '../shared/storage/lock-queue.js';
export type { StoredGrant } from '../factors/grants/grant.js';
export { OPERATION_FIELDS } from '../factors/grants/operation.js';
export { isTenantId, requireTenantId, TENANT_ID_FORM } from '../shared/tenant-id.js';
export { uuidOf, firstUuidAt, uuidv7 } from '../shared/uuid.js';
export { VIOLATION_RULES } from '../shared/checks/field-violation.js';
export { readStoredTenant, type RawTenant } from '../tenants/read-stored-tenant.js';
export { ATTEMPT_TIMEOUT_MS } from '../webhooks/attempts/open-attempt.js';
export {
  WORKER_LEASE_MS,
  ALL_SHARDS,
  fairShare,
  handlerShard,
  SHARD_COUNT,
  subscriberShard,
  tenantShard,
} from '../webhooks/shard.js';
export { publicKeysOf, whpkOf } from '../webhooks/subscribers/signing-keys.js';
export { DELIVERY_STATUSES } from '../webhooks/delivery.js';
export { BODY_KINDS } from '../webhooks/subscribers/subscriber.js';
export { REPLAY_FIELDS, ROTATION_FIELDS } from '../webhooks/subscribers/read-webhook-request.js';
export { exhaustedEvent } from '../webhooks/exhausted-event.js';
export type { FailingSubscriber } from '../webhooks/subscribers/failing-subscriber.js';
export { DESTINATION_NAME, destinationName } from '../webhooks/subscribers/destination-url.js';
export { firstDeliveryId } from '../webhooks/new-delivery.js';
export { isOrdered, orderPlace, type OrderPlace } from '../webhooks/order-place.js';
export type {
  DeliveryState,
  FinishedDelivery,
  SubscriberHealth,
} from '../webhooks/attempts/finished-delivery.js';
export type { AttemptOutcome } from '../webhooks/attempts/record-attempt.js';
export {
  HANDLER_SEEN_MS,
  handlerId,
  type HandlerRegistration,
} from '../webhooks/handlers/handler.js';
export { sinkEvent, sinkHandlerName, sinkRetryMs } from '../webhooks/sinks/event-sink.js';
export type {
  AttemptResult,
  CallOutcome,
  DueAttempt,
  DueCall,
  MadeAttempt,
  MadeCall,
  OpenedDelivery,
  OverDelivery,
} from '../webhooks/attempts/attempt.js';
export type { WaitingEvent } from '../webhooks/waiting-event.js';
export {
  pendingOf,
  type PendingDelivery,
  type SubscriberKey,
  type WaitingSubscriber,
  type WindowRequest,
} from '../webhooks/pending-delivery.js';
export type { DispatchTurns } from '../webhooks/scheduling/dispatch-turns.js';
export type {
  Schedule,
  ScheduleOptions,
  ScheduleRead,
  Standing,
} from '../webhooks/scheduling/schedule.js';
export type { OutboxService, RecordedResults } from '../webhooks/outbox-service.js';
export { busyAnswer } from '../webhooks/attempts/busy-answer.js';
export type { BusyAnswer, Pause } from '../webhooks/scheduling/pause.js';
export { isSuccess } from '../webhooks/attempts/record-attempt.js';
export { subscriberFields } from '../webhooks/subscribers/subscriber-fields.js';
export type { SubscriberAction } from '../webhooks/subscribers/subscriber-action.js';
export type {
  WebhookFailure,
  WebhookOutcome,
  WebhookRequest,
} from '../webhooks/attempts/webhook-post.js';
