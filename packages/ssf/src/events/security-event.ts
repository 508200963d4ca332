import { hash } from 'node:crypto';
import type { Stream } from '../streams/stream.js';
import { caepClaims, caepUri, type CaepEvent } from './caep-event.js';
import type { Subject } from './subject.js';

const SSF = 'https://schemas.openid.net/secevent/ssf/event-type/';

/** A security event for one stream, which is signed when it is sent (RFC 8417). */
export interface SecurityEvent {
  /** The `jti`: the same each time that the same event is sent on the stream. */
  readonly id: string;
  /** When it happened; held events are sent in this order. */
  readonly at: Date;
  /** Whether a paused stream transmits it: it says that the stream is paused. */
  readonly isUrgent: boolean;
  readonly claims: SecurityEventClaims;
}

/** The claims of a security event token of SSF 1.0: one event, and neither `sub` nor `exp`. */
export interface SecurityEventClaims {
  readonly iss: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly jti: string;
  readonly aud: string | readonly string[];
  /** The same for all that one event of Stepward caused. */
  readonly txn: string;
  readonly sub_id: Subject;
  readonly events: Readonly<Record<string, object>>;
}

interface Stamp {
  readonly id: string;
  readonly now: Date;
}

/** The stream of an event, and the issuer of its tenant. */
export interface EventStream {
  readonly stream: Pick<Stream, 'id' | 'audience'>;
  readonly issuer: string;
}

/** The event that causes a security event. */
export interface Cause {
  readonly eventId: string;
  /** Its place among those of that event, from 0. */
  readonly index: number;
  readonly subject: Subject;
  readonly now: Date;
}

/** The security event of a CAEP event. */
export function caepSecurityEvent(
  of: EventStream,
  caep: CaepEvent,
  { eventId, index, subject, now }: Cause,
): SecurityEvent {
  const uri = caepUri(caep.type);
  const id = hash('sha256', JSON.stringify([eventId, of.stream.id, index]), 'base64url');
  const claims = claimsOf(of, { id, txn: eventId, subject, now }, uri, caepClaims(caep));
  return { id, at: caep.at, isUrgent: false, claims };
}

/** The event that a receiver asks for, to see that the stream works (SSF 1.0, "Verification Event"). */
export function verificationEvent(
  of: EventStream,
  state: string | undefined,
  { id, now }: Stamp,
): SecurityEvent {
  const members = state === undefined ? {} : { state };
  return {
    id,
    at: now,
    isUrgent: false,
    claims: ownClaims(of, 'verification', members, { id, now }),
  };
}

/** Tells that the stream is paused (SSF 1.0, "Stream Updated Event"). */
export function streamPausedEvent(
  of: EventStream,
  reason: string,
  { id, now }: Stamp,
): SecurityEvent {
  const members = { status: 'paused', reason };
  return {
    id,
    at: now,
    isUrgent: true,
    claims: ownClaims(of, 'stream-updated', members, { id, now }),
  };
}

/** Events about a stream have the stream as their subject. */
function ownClaims(
  of: EventStream,
  type: 'verification' | 'stream-updated',
  members: object,
  { id, now }: Stamp,
): SecurityEventClaims {
  const subject = { format: 'opaque', id: of.stream.id } as const;
  return claimsOf(of, { id, txn: id, subject, now }, `${SSF}${type}`, members);
}

function claimsOf(
  { stream, issuer }: EventStream,
  { id, txn, subject, now }: Stamp & Readonly<{ txn: string; subject: Subject }>,
  uri: string,
  members: object,
): SecurityEventClaims {
  return {
    iss: issuer,
    iat: Math.floor(now.getTime() / 1_000),
    jti: id,
    aud: stream.audience,
    txn,
    sub_id: subject,
    events: { [uri]: members },
  };
}
