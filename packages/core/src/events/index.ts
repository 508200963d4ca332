/** The part of events that receivers need: pure JavaScript without dependencies. */
export {
  checkOptions,
  hasMethods,
  isFunction,
  isObject,
  isOneOf,
  isText,
  optional,
  required,
} from '../shared/check-options.js';
export {
  catalogue,
  EVENT_TYPES,
  type EmittedData,
  type EventData,
  type EventType,
  type LegacyName,
} from './catalogue.js';
export {
  checkEventData,
  type CheckedDefinition,
  type CheckedEventData,
} from './check-event-data.js';
export type { DataSchema, InputOf, OutputOf } from './data-schema.js';
export { defineEvent, type EventDefinition, type EventDefinitions } from './define-event.js';
export { renderEnvelope, type EnvelopeHead } from './envelope.js';
export type { PersonName } from './event-field.js';
export { canonicalName, legacyName } from './event-names.js';
export {
  builtInEvents,
  createEventRegistry,
  type EventDescription,
  type EventRegistry,
  type RegisteredEvent,
} from './event-registry.js';
export type { HostEventData, HostEventType, NoHostEvents } from './host-event.js';
export { OWN_EVENT_TYPES, type DataOfEvent, type OwnEventType } from './own-events.js';
export { TEST_EVENT_TYPE } from './test-event-type.js';
export {
  verifySignature,
  type HmacSha256,
  type SignatureFault,
  type SignatureRules,
  type SignatureVerdict,
  type SignedRequest,
} from './verify-signature.js';
