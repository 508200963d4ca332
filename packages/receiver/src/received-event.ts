import {
  checkEventData,
  type DataOfEvent,
  type EventDefinitions,
  type EventRegistry,
  type EventType,
  type HostEventData,
  type HostEventType,
  type NoHostEvents,
  type OwnEventType,
} from '@stepward/core/events';
import { isEventType, parseJson, type Envelope } from './verification/envelope.js';

/** The fields of every event except its data. */
export interface EventHead {
  /** The delivery's UUID: the same over its attempts, new when it is replayed by hand. `webhook-id` of other senders. */
  readonly eventId: string;
  /** The event's UUID: the same over attempts and replays. `webhook-id` of other senders. */
  readonly idempotencyKey: string;
  /** When this attempt was made, ISO 8601. When the fact happened is in the data's `…_at` field. */
  readonly timestamp: string;
  /** The name as received, canonical or legacy. */
  readonly originalName: string;
  /**
   * `X-Webhook-Sequence`: the number of the delivery among all to its subscriber, from 1, the same over attempts and replays. Null
   * in tests, and from other senders. The header is not signed.
   */
  readonly sequence: number | null;
}

/** The data of every event that the receiver knows. */
type KnownData<Events extends EventDefinitions> = {
  readonly [Type in EventType | OwnEventType]: DataOfEvent<Type>;
} & HostEventData<Events>;

/**
 * The name of an event that the receiver knows: of the catalogue, of Stepward's own (`mfa.*`, `webhook.*`), or of the
 * sender's own `Events`.
 */
export type KnownEventType<Events extends EventDefinitions = NoHostEvents> =
  | EventType
  | OwnEventType
  | HostEventType<Events>;

/** An event with the data that its definition describes, and any further fields. */
export interface KnownEventOf<
  Type extends KnownEventType<Events>,
  Events extends EventDefinitions = NoHostEvents,
> extends EventHead {
  readonly known: true;
  /** The canonical name, also where the legacy one came (specification, "Legacy names"). */
  readonly eventType: Type;
  readonly data: KnownData<Events>[Type];
}

/** Discriminated by `eventType`. */
export type KnownEvent<Events extends EventDefinitions = NoHostEvents> = {
  [Type in KnownEventType<Events>]: KnownEventOf<Type, Events>;
}[KnownEventType<Events>];

/** A genuine event that this version of the receiver cannot give a type. */
export interface UnknownEvent extends EventHead {
  readonly known: false;
  readonly reason:
    /** There is no such event: the sender is newer, or it is a test (`TEST_EVENT_TYPE`). */
    | 'unknown_type'
    /** The event is known, and its data is something else. */
    | 'data_mismatch';
  readonly eventType: string;
  /** As received. */
  readonly data: unknown;
}

/** A genuine event without its data: the subscriber has `body: 'thin'`. Read it by its `idempotencyKey` from the Customer API. */
export interface ThinEvent extends EventHead {
  readonly known: false;
  readonly reason: 'thin';
  /** The canonical name, or as received where the receiver does not know it. */
  readonly eventType: string;
  /** `id` is the `idempotencyKey`. */
  readonly data: { readonly id: string };
}

/** A genuine delivery of Standard Webhooks that is not an event of a Stepward service. */
export interface StandardEvent extends EventHead {
  readonly known: false;
  readonly reason: 'standard_webhooks';
  /** `type` of the body, a name of at most 128 letters, digits, `_`, `.` and `-`; empty where it has none. */
  readonly eventType: string;
  /** The whole body, parsed; undefined if it is not JSON. No schema has checked it. */
  readonly data: unknown;
  /** The bytes that were signed. */
  readonly body: Uint8Array;
}

/** Look at `known` first, then at `eventType`, or at `reason`. */
export type ReceivedEvent<Events extends EventDefinitions = NoHostEvents> =
  | KnownEvent<Events>
  | UnknownEvent
  | ThinEvent
  | StandardEvent;

/** Gives a genuine delivery its type. Nothing is refused: data that does not match is passed on as unknown. */
export function readEvent(
  registry: EventRegistry,
  envelope: Envelope,
  sequence: number | null,
): ReceivedEvent {
  const { eventType: originalName, eventId, idempotencyKey, timestamp, data } = envelope;
  const head: EventHead = { eventId, idempotencyKey, timestamp, originalName, sequence };
  const registered = registry.find(originalName);
  if (isThin(data, idempotencyKey)) {
    const eventType = registered?.type ?? originalName;
    return { ...head, known: false, reason: 'thin', eventType, data };
  }
  if (registered === null) {
    return { ...head, known: false, reason: 'unknown_type', eventType: originalName, data };
  }
  const { type: eventType, definition } = registered;
  const { violations, amended } = checkEventData(definition, data);
  if (violations.length > 0) {
    return { ...head, known: false, reason: 'data_mismatch', eventType, data };
  }
  return { ...head, known: true, eventType, data: amended ?? data } as KnownEvent;
}

function isThin(data: unknown, eventId: string): data is ThinEvent['data'] {
  const isObject = typeof data === 'object' && data !== null;
  return isObject && 'id' in data && data.id === eventId && Object.keys(data).length === 1;
}

/** Reads a genuine delivery of another sender. Its events have no definition here, whatever their names are. */
export function readStandardEvent(id: string, seconds: number, body: Uint8Array): StandardEvent {
  const data = parseJson(body);
  const type = (data as { readonly type?: unknown } | null | undefined)?.type;
  const name = isEventType(type) ? type : '';
  return {
    known: false,
    reason: 'standard_webhooks',
    eventType: name,
    originalName: name,
    eventId: id,
    idempotencyKey: id,
    timestamp: new Date(seconds * 1_000).toISOString(),
    sequence: null,
    data,
    body,
  };
}
