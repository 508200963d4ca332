import type { Subscriber } from '@stepward/core';
import { addMs, days } from '@stepward/core/adapter';
import { SUPPORTED_EVENTS } from '../events/caep-event.js';

/** The methods of delivery: POST to the receiver (RFC 8935), and POST by the receiver (RFC 8936). */
export const PUSH = 'urn:ietf:rfc:8935';
export const POLL = 'urn:ietf:rfc:8936';

export const STREAM_STATUSES = ['enabled', 'paused', 'disabled'] as const;

export type StreamStatus = (typeof STREAM_STATUSES)[number];

/** An event stream: what one receiver gets of one tenant's events (SSF 1.0, "Stream Configuration"). */
export interface Stream {
  /** A UUID. */
  readonly id: string;
  readonly tenantId: string;
  /** The identity of the receiver's access tokens. */
  readonly receiver: string;
  /** The `aud` of its events. */
  readonly audience: string | readonly string[];
  /** The subscriber that has the stream's deliveries. Without it, there is no stream. */
  readonly subscriberId: string;
  readonly delivery: StreamDelivery;
  /** URIs of events; null for all. */
  readonly requested: readonly string[] | null;
  readonly description: string | null;
  readonly status: StreamStatus;
  /** Why the status is what it is, as the one who set it says; null for nothing. */
  readonly reason: string | null;
  /** The keys of the subjects that the receiver has removed, by `subjectKey`. */
  readonly removedSubjects: readonly string[];
  /** When the receiver last asked for a verification; null for never. */
  readonly verifiedAt: Date | null;
  readonly createdAt: Date;
}

export type StreamDelivery =
  | {
      readonly method: typeof PUSH;
      readonly url: string;
      /** The value of the `Authorization` header, as `seal` made it; null for none. */
      readonly authorization: string | null;
    }
  | { readonly method: typeof POLL };

/** Streams of a receiver in a tenant, at most. */
export const MAX_STREAMS = 10;
/** Events that a stream holds, at most, and for how long. */
export const MAX_HELD = 1_000;
const MAX_HELD_MS = days(7);
/** Subjects that a receiver may have removed from a stream, at most. */
export const MAX_REMOVED_SUBJECTS = 1_000;
/** Seconds between two requests of a verification: `min_verification_interval`. */
export const VERIFICATION_INTERVAL = 60;

/** The URIs of the events that are sent: `events_delivered`. */
export function deliveredEvents({ requested }: Pick<Stream, 'requested'>): readonly string[] {
  return SUPPORTED_EVENTS.filter((uri) => requested?.includes(uri) ?? true);
}

/** The status as the receiver sees it: a stream whose subscriber is disabled is disabled. */
export function statusOf(
  { status, reason }: Pick<Stream, 'status' | 'reason'>,
  { enabled, disabledReason }: Pick<Subscriber, 'enabled' | 'disabledReason'>,
): Pick<Stream, 'status' | 'reason'> {
  if (enabled) return { status, reason };
  const why = disabledReason === 'manual' ? 'by an administrator' : 'after 5 days of failures';
  return { status: 'disabled', reason: `The transmitter disabled the stream ${why}.` };
}

/** The stream without a subject, whose events are not sent any longer; null where too many are removed. */
export function withoutSubject(stream: Stream, key: string): Stream | null {
  const others = stream.removedSubjects.filter((each) => each !== key);
  if (others.length >= MAX_REMOVED_SUBJECTS) return null;
  return { ...stream, removedSubjects: [...others, key] };
}

/** The stream with a subject, whose events are sent again. */
export function withSubject(stream: Stream, key: string): Stream {
  return { ...stream, removedSubjects: stream.removedSubjects.filter((each) => each !== key) };
}

/** The stream that is verified now; null where it was within the interval. */
export function verifiedStream(stream: Stream, now: Date): Stream | null {
  const { verifiedAt } = stream;
  const isEarly = verifiedAt !== null && now < addMs(verifiedAt, VERIFICATION_INTERVAL * 1_000);
  return isEarly ? null : { ...stream, verifiedAt: now };
}

/** What bounds the events that a stream holds. */
export interface HoldBounds {
  /** At most so many. */
  readonly limit: number;
  /** Older ones are deleted. */
  readonly since: Date;
}

/** The bounds now. */
export function holdBounds(now: Date): HoldBounds {
  return { limit: MAX_HELD, since: addMs(now, -MAX_HELD_MS) };
}
