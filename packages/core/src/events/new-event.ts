import type { PreparedEvent } from '../records/stored-event.js';
import { err, ok, type Result } from 'neverthrow';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import { addMs, days } from '../shared/duration.js';
import { printable } from '../shared/printable.js';
import { uuidv8 } from '../shared/uuid.js';
import type { EmittedData, EventType, LegacyName } from './catalogue/catalogue.js';
import { checkEventData } from './catalogue/check-event-data.js';
import type { EventDefinitions } from './catalogue/define-event.js';
import {
  builtInEvents,
  type EventRegistry,
  type RegisteredEvent,
} from './catalogue/event-registry.js';
import type { HostEventInputs, NoHostEvents } from './catalogue/host-event.js';
import type { DataOfEvent, OwnEventType } from './catalogue/own-events.js';
import { orderingKeyOf } from './ordering-key.js';

/** Bytes of an event's data as JSON, at most: 256 KiB. */
export const MAX_PAYLOAD_BYTES = 262_144;

/** Characters of an unknown name that its error has. */
const MAX_NAME_LENGTH = 100;

/** The data of every event that a host can emit, by the names that it can be emitted under: canonical, or legacy. */
type EmittedDataByName<Events extends EventDefinitions> = {
  readonly [Name in EventType | LegacyName]: EmittedData<CanonicalNameOf<Name>>;
} & HostEventInputs<Events>;

/** The canonical name behind a canonical or a legacy one. */
type CanonicalNameOf<Name extends EventType | LegacyName> = {
  [Type in EventType]: Name extends Type | LegacyName<Type> ? Type : never;
}[EventType];

/** A name that an event can be emitted under: of the catalogue, canonical or legacy, or of the host's own `Events`. */
export type EventName<Events extends EventDefinitions = NoHostEvents> =
  keyof EmittedDataByName<Events>;

/** What a host emits under a name. */
export interface NewEventNamed<
  Name extends EventName<Events>,
  Events extends EventDefinitions = NoHostEvents,
> {
  /** The canonical name, or the legacy one, which is stored as its canonical. */
  readonly type: Name;
  readonly tenantId: string;
  /** The organisation that it happened in, for filters of the event log. 1 to 255 characters. */
  readonly organisationId?: string;
  /** What the event's definition asks for. More fields than that pass through. */
  readonly data: EmittedDataByName<Events>[Name];
  /**
   * Emitting twice under one key, within the 30 days that payloads are kept, gives one event. 1 to 255
   * characters; a UUID goes to subscribers as it is, from any other text one is derived.
   */
  readonly idempotencyKey?: string;
  /**
   * No attempt to deliver it begins at or after this time, at most a year from now; none by default. A time that is over is valid:
   * the event is stored, and reaches nobody.
   */
  readonly expiresAt?: Date;
  /**
   * A subscriber with `ordering: 'key'` gets the events of one key one after the other; 1 to 255 characters. It replaces what the
   * event's definition names by its `orderingKey`; an event with neither is not ordered.
   */
  readonly orderingKey?: string;
}

/** What a host emits: one member for each name that an event can be emitted under. */
export type NewEvent<Events extends EventDefinitions = NoHostEvents> = {
  [Name in EventName<Events>]: NewEventNamed<Name, Events>;
}[EventName<Events>];

/** One of Stepward's own events, as a service makes it. */
export type NewOwnEvent = {
  [Type in OwnEventType]: {
    readonly type: Type;
    readonly tenantId: string;
    /** As in {@link NewEventNamed}. */
    readonly organisationId?: string;
    readonly data: DataOfEvent<Type>;
  };
}[OwnEventType];

/** Neither the catalogue nor the host's own events have it. */
export interface EventTypeUnknown {
  readonly code: 'event_type_unknown';
  /** The name that has no definition, the first 100 characters of it; empty where it was no string. */
  readonly eventType: string;
}

/** The event is one of Stepward's own (`mfa.*`, `webhook.*`), which a host cannot emit. */
export interface EventTypeReserved {
  readonly code: 'event_type_reserved';
}

/** The data, or another part, is not what the event's definition asks for, or is no JSON (a cycle, a bigint). */
export interface EventInvalid {
  readonly code: 'event_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The data has more than 256 KiB as JSON. */
export interface EventTooLarge {
  readonly code: 'event_too_large';
}

export type NewEventError = EventTypeUnknown | EventTypeReserved | EventInvalid | EventTooLarge;

/** An event as its caller passes it, not yet checked. */
export interface EventInput {
  readonly type: string;
  readonly organisationId?: string;
  readonly data: unknown;
  readonly idempotencyKey?: string;
  readonly expiresAt?: Date;
  readonly orderingKey?: string;
}

/** What an event gets when it is made: an id for one without an idempotency key, and the time of emitting. */
export interface EventStamp {
  readonly id: string;
  readonly now: Date;
}

/**
 * Checks a host's event against its definition. What is checked is what is stored: the data after its way
 * through JSON. No getter can show the check one thing and the subscribers another.
 */
export function prepareEvent(
  registry: EventRegistry,
  tenantId: string,
  input: EventInput,
  made: EventStamp,
): Result<PreparedEvent, NewEventError> {
  const registered = registry.find(input.type);
  if (registered === null) {
    const eventType = typeof input.type === 'string' ? input.type.slice(0, MAX_NAME_LENGTH) : '';
    return err({ code: 'event_type_unknown', eventType });
  }
  if (registered.isReserved) return err({ code: 'event_type_reserved' });
  return prepareAs(registered, tenantId, input, made);
}

/**
 * Makes an event that Stepward itself emits, of the catalogue or beyond it, ready to be stored.
 *
 * @throws TypeError where it is not what its type says
 */
export function prepareOwnEvent(event: NewEvent | NewOwnEvent, made: EventStamp): PreparedEvent {
  const registered = builtInEvents.find(event.type);
  if (registered === null) throw new TypeError('not an event: event_type_unknown');
  const prepared = prepareAs(registered, event.tenantId, event, made);
  if (prepared.isErr()) throw new TypeError(`not an event: ${prepared.error.code}`);
  return prepared.value;
}

function prepareAs(
  { type, version, definition, patterns }: RegisteredEvent,
  tenantId: string,
  { organisationId, data, idempotencyKey, expiresAt, orderingKey: own }: EventInput,
  made: EventStamp,
): Result<PreparedEvent, EventInvalid | EventTooLarge> {
  const labels = [
    ...checkLabel('organisationId', organisationId),
    ...checkLabel('idempotencyKey', idempotencyKey),
    ...checkLabel('orderingKey', own),
    ...checkExpiry(expiresAt, made.now),
  ];
  const json = toJson(data);
  if (json === null) {
    return invalid(...labels, { field: 'data', rule: 'json', limit: 'JSON', value: null });
  }
  const parsed: unknown = JSON.parse(json);
  const checked = checkEventData(definition, parsed);
  const violations = [...labels, ...checked.violations];
  if (violations.length > 0) return invalid(...violations);
  const stored = checked.amended === null ? json : JSON.stringify(checked.amended);
  if (Buffer.byteLength(stored) > MAX_PAYLOAD_BYTES) return err({ code: 'event_too_large' });
  const id = idempotencyKey === undefined ? made.id : eventIdOf(tenantId, idempotencyKey);
  const head = { id, type, organisationId: organisationId ?? null, version };
  const times = { emittedAt: made.now, expiresAt: expiresAt ?? null };
  const source = { own, path: definition.orderingKey };
  const orderingKey = orderingKeyOf(tenantId, source, checked.amended ?? parsed);
  return ok({ event: { ...head, data: stored, ...times }, patterns, orderingKey });
}

/** Null for what JSON cannot hold: a cycle, a bigint, nothing at all. */
function toJson(data: unknown): string | null {
  try {
    const json: unknown = JSON.stringify(data);
    return typeof json === 'string' ? json : null;
  } catch {
    return null;
  }
}

const isLabel = printable(1, 255);

function checkLabel(field: string, value: unknown): readonly FieldViolation[] {
  const limit = '1 to 255 characters, no control characters';
  return value === undefined || isLabel(value) ? [] : [{ field, rule: 'text', limit, value }];
}

/** Storage keeps times from 1970 on. */
function checkExpiry(value: unknown, now: Date): readonly FieldViolation[] {
  if (value === undefined) return [];
  const isValid = value instanceof Date && value.getTime() >= 0 && value <= addMs(now, YEAR_MS);
  const limit = 'a Date from 1970 on, at most a year from now';
  return isValid ? [] : [{ field: 'expiresAt', rule: 'expires_at', limit, value }];
}

const YEAR_MS = days(366);

function invalid(...violations: readonly FieldViolation[]): Result<never, EventInvalid> {
  return err({ code: 'event_invalid', violations });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The same key of the same tenant always names the same event. */
function eventIdOf(tenantId: string, idempotencyKey: string): string {
  if (UUID.test(idempotencyKey)) return idempotencyKey.toLowerCase();
  return uuidv8(JSON.stringify(['stepward/event/v1', tenantId, idempotencyKey]));
}
