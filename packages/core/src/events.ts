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
} from './shared/checks/check-options.js';
export { isSecureUrl } from './shared/parse-url.js';
export {
  catalogue,
  EVENT_TYPES,
  type EventData,
  type EventType,
} from './events/catalogue/catalogue.js';
export { checkEventData } from './events/catalogue/check-event-data.js';
export type { DataSchema } from './events/catalogue/data-schema.js';
export {
  defineEvent,
  type EventDefinition,
  type EventDefinitions,
} from './events/catalogue/define-event.js';
export { eventsAt, type EventsAt } from './events/catalogue/events-at.js';
export type { EventVersions } from './events/catalogue/event-versions.js';
export { renderEnvelope } from './events/signature/envelope.js';
export type { PersonName } from './events/catalogue/event-field.js';
export { canonicalName, legacyName, TEST_EVENT_TYPE } from './events/catalogue/event-names.js';
export {
  builtInEvents,
  createEventRegistry,
  type EventRegistry,
} from './events/catalogue/event-registry.js';
export type { HostEventData, HostEventType, NoHostEvents } from './events/catalogue/host-event.js';
export {
  OWN_EVENT_TYPES,
  type DataOfEvent,
  type OwnEventType,
} from './events/catalogue/own-events.js';
export {
  verifySignature,
  type HmacSha256,
  type SignatureFault,
  type SignatureRules,
} from './events/signature/verify-signature.js';
