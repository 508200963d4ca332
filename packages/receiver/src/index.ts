/**
 * `create-receiver.ts` is the way of a delivery: `verification/` checks its signature, `deduplication/` lets it through once,
 * `handle-delivery.ts` calls the handler, `sequence/` finds what is missing. `bindings/` are for web frameworks.
 */
export {
  defineEvent,
  eventsAt,
  EVENT_TYPES,
  OWN_EVENT_TYPES,
  TEST_EVENT_TYPE,
  type DataOfEvent,
  type DataSchema,
  type EventDefinition,
  type EventDefinitions,
  type EventData,
  type EventsAt,
  type EventType,
  type HmacSha256,
  type OwnEventType,
  type PersonName,
  type SignatureFault,
} from '@stepward/core/events';
export { ClaimLostError, type Claim } from './deduplication/claim.js';
export type { Clock } from './clock.js';
export { createReceiver } from './create-receiver.js';
export type { Deduplication, DeduplicationStore } from './deduplication/deduplication.js';
export { deduplicationTable } from './deduplication/deduplication-table.js';
export { expressHandler, type NodeResponse } from './bindings/express-handler.js';
export {
  fastifyHandler,
  type FastifyReplyLike,
  type FastifyRequestLike,
  type FastifyScopeLike,
} from './bindings/fastify-handler.js';
export { fetchHandler } from './bindings/fetch-handler.js';
export {
  DataMismatchError,
  type DeliveryContext,
  type EventHandler,
  type EventHandlers,
  type Handlers,
} from './handlers.js';
export {
  memoryDeduplication,
  type MemoryDeduplicationOptions,
} from './deduplication/memory-deduplication.js';
export type { NodeRequest } from './bindings/read-node-body.js';
export type {
  EventHead,
  KnownEvent,
  KnownEventOf,
  KnownEventType,
  ReceivedEvent,
  StandardEvent,
  ThinEvent,
  UnknownEvent,
} from './received-event.js';
export type { Handled, Received, Receiver } from './receiver.js';
export type { ReceiverOptions } from './receiver-options.js';
export type { VerifyEd25519 } from './verification/ed25519.js';
export type { PublicJwk } from './verification/public-keys.js';
export type { FetchKeySet, RemotePublicKeys } from './verification/remote-public-keys.js';
export type { RequestHeaders } from './verification/request-headers.js';
export {
  sqlDeduplication,
  type SqlDeduplication,
  type SqlDeduplicationOptions,
} from './deduplication/sql-deduplication.js';
export type { NumberRange, SequencePlace } from './sequence/known-numbers.js';
export { memorySequence } from './sequence/memory-sequence.js';
export type { Sequence, SequenceGap, SequenceOptions, SequenceStore } from './sequence/sequence.js';
export { sequenceTable, sqlSequence, type SqlSequenceOptions } from './sequence/sql-sequence.js';
export type { SqlExecutor } from './sql.js';
export {
  testEvent,
  type PrivateJwk,
  type TestEvent,
  type TestEventData,
  type TestEventOptions,
} from './test-event.js';
export type {
  DeliveryRequest,
  RefusalReason,
  RefusedDelivery,
} from './verification/verify-delivery.js';
