/**
 * A transmitter of the Shared Signals Framework. `events/` makes security events of Stepward's, `streams/` is what a receiver has
 * configured and where it is kept, `delivery/` signs and pushes, `http/` is the API of receivers. `postgres/` keeps streams in Postgres.
 */
export { createSharedSignals, type SharedSignals } from './create-shared-signals.js';
export type { Principal, SharedSignalsOptions } from './shared-signals-options.js';
export type { SetSigningKey, SetSigningKeys } from './delivery/signing-keys.js';
export type { CaepEvent, InitiatingEntity } from './events/caep-event.js';
export type { EventMapping } from './events/caep-events-of.js';
export { createMemoryStreams } from './streams/memory-streams.js';
export type { StreamStorage } from './streams/stream-storage.js';
export type { HoldBounds, Stream, StreamDelivery, StreamStatus } from './streams/stream.js';
export type { SecurityEvent, SecurityEventClaims } from './events/security-event.js';
export type { SessionSubject, SimpleSubject, Subject } from './events/subject.js';
