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
  EVENT_CATALOGUE,
  EVENT_TYPES,
  type EmittedData,
  type EventData,
  type EventType,
  type LegacyName,
} from './catalogue.js';
export { checkEventData, type CheckedEventData } from './check-event-data.js';
export { renderEnvelope, type EnvelopeHead } from './envelope.js';
export type { PersonName } from './event-field.js';
export { entryOf } from './event-entry.js';
export { canonicalName, knownEventName, legacyName } from './event-names.js';
export { eventSchema } from './event-schema.js';
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
