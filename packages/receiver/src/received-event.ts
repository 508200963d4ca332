import {
  checkEventData,
  knownEventName,
  type DataOfEvent,
  type EventType,
  type OwnEventType,
} from '@stepward/core/events';
import type { Envelope } from './envelope.js';

/** What every event has beside its data. */
export interface EventHead {
  /** The delivery's UUID: the same over its attempts, new when it is replayed by hand. */
  readonly eventId: string;
  /** The event's UUID: the same over attempts and replays. */
  readonly idempotencyKey: string;
  /** When this attempt was made, ISO 8601. When the fact happened is in the data's `…_at` field. */
  readonly timestamp: string;
  /** The name as it came, canonical or legacy. */
  readonly originalName: string;
}

/** The name of an event that the receiver knows: of the catalogue, or one of Stepward's own (`mfa.*`, `webhook.*`). */
export type KnownEventType = EventType | OwnEventType;

/** An event whose data is what the catalogue says, with whatever else came along. */
export interface KnownEventOf<Type extends KnownEventType> extends EventHead {
  readonly known: true;
  /** The canonical name, also where the legacy one came (specification, "Legacy names"). */
  readonly eventType: Type;
  readonly data: DataOfEvent<Type>;
}

/** Discriminated by `eventType`. */
export type KnownEvent<Type extends KnownEventType = KnownEventType> = {
  [Each in Type]: KnownEventOf<Each>;
}[Type];

/** A genuine event that this version of the receiver cannot give a type. */
export interface UnknownEvent extends EventHead {
  readonly known: false;
  readonly reason:
    /** The catalogue has no such event: the sender is newer, or it is a test (`TEST_EVENT_TYPE`). */
    | 'unknown_type'
    /** The catalogue has it, and its data is something else. */
    | 'data_mismatch';
  readonly eventType: string;
  /** As it came. */
  readonly data: unknown;
}

/** Look at `known` first, then at `eventType`. */
export type ReceivedEvent = KnownEvent | UnknownEvent;

/** Gives a genuine delivery its type. Nothing is refused: what does not fit is passed on as unknown. */
export function readEvent(envelope: Envelope): ReceivedEvent {
  const { eventType: originalName, eventId, idempotencyKey, timestamp, data } = envelope;
  const head: EventHead = { eventId, idempotencyKey, timestamp, originalName };
  const eventType = knownEventName(originalName);
  if (eventType === null) {
    return { ...head, known: false, reason: 'unknown_type', eventType: originalName, data };
  }
  const { violations, amended } = checkEventData(eventType, data);
  if (violations.length > 0) {
    return { ...head, known: false, reason: 'data_mismatch', eventType, data };
  }
  return { ...head, known: true, eventType, data: amended ?? data } as KnownEvent;
}
