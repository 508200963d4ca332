import { addMs, oncePerMinute } from '@stepward/core/adapter';
import type { Destination } from '@stepward/webhooks';
import { caepEventsOf } from '../events/caep-events-of.js';
import { caepUri, type CaepEvent } from '../events/caep-event.js';
import {
  caepSecurityEvent,
  streamPausedEvent,
  type SecurityEvent,
} from '../events/security-event.js';
import { subjectKey, type Subject } from '../events/subject.js';
import type { SharedSignalsWiring } from '../shared-signals-options.js';
import { openAuthorization } from '../streams/authorization.js';
import { holdEvents } from '../streams/hold-events.js';
import { deliveredEvents, holdBounds, MAX_HELD, PUSH, type Stream } from '../streams/stream.js';
import { DESTINATION, sendHeldSoon, STREAM_HEADER } from '../streams/stream-subscriber.js';
import { pushEvent, type PushOutcome } from './push-event.js';

/** The body of a delivery. */
interface Envelope {
  readonly event_type: string;
  readonly idempotency_key: string;
  readonly data: object;
}

/** Held events that are read at once, and the milliseconds after which the rest is left to another delivery. */
const BATCH = 100;
const SEND_HELD_MS = 3_000;

/**
 * Returns the destination that the subscribers of all streams are sent to. It makes the security events of a delivery, and pushes
 * them, or holds them where the stream is polled or paused. A push that fails is a failed attempt of the delivery, which comes
 * again as the schedule says; a delivery is in the log as `delivered` once its events are accepted or held.
 */
export function createStreamDestination(wiring: SharedSignalsWiring): Destination {
  const { storage, clock, random, logger } = wiring;
  const mayWarn = oncePerMinute(clock);
  const underWay = new Map<string, Promise<boolean>>();

  async function send(
    { tenantId, headers, body }: Parameters<Destination['send']>[0],
    signal: AbortSignal,
  ): Promise<void> {
    const streamId = headers[STREAM_HEADER] ?? '';
    const stream = await storage.find(tenantId, streamId);
    // Its subscriber is being created or removed. One that remains without a stream is disabled after 5 days.
    if (stream === null) throw new Error(`there is no stream ${streamId}`);
    if (stream.status === 'disabled') return;
    const events = await eventsFor(stream, JSON.parse(body) as Envelope);
    if (!isPushed(stream)) {
      await holdOrPause(stream, events);
      // The stream may have been enabled before the events were held, and sent what it held then.
      const now = await storage.find(tenantId, streamId);
      if (now !== null && isPushed(now)) await sendHeldSoon(wiring, now);
      return;
    }
    if (await sendHeldOnce(stream, signal)) return pushAll(stream, events);
    if (!(await hold(stream, events))) throw new Error('held events are being sent');
    await sendHeldSoon(wiring, stream);
  }

  /** What an event is on the stream: its security events. */
  async function eventsFor(
    stream: Stream,
    { event_type: type, idempotency_key: eventId, data }: Envelope,
  ): Promise<readonly SecurityEvent[]> {
    const delivered = deliveredEvents(stream);
    const now = clock.now();
    const of = { stream, issuer: wiring.issuerOf(stream.tenantId) };
    const made = caepEventsOf(type, data, wiring).map(async (caep, index) => {
      if (!delivered.includes(caepUri(caep.type))) return null;
      const subject = await subjectOf(stream, caep);
      return subject && caepSecurityEvent(of, caep, { eventId, index, subject, now });
    });
    return (await Promise.all(made)).filter((event) => event !== null);
  }

  /** Null for a person whom the host keeps from receivers, or whom the receiver has removed. */
  async function subjectOf(
    { tenantId, removedSubjects }: Stream,
    { identityId, sessionId }: CaepEvent,
  ): Promise<Subject | null> {
    const principal = { tenantId, identityId, sessionId: sessionId ?? null };
    const subject = await wiring.subject(principal);
    if (subject === null) return null;
    const person = subject.format === 'complex' ? subject.user : subject;
    return removedSubjects.includes(subjectKey(person)) ? null : subject;
  }

  /** One that is refused keeps no other from being pushed: they come again with it, under the same ids. */
  async function pushAll(stream: Stream, events: readonly SecurityEvent[]): Promise<void> {
    let failure: string | null = null;
    for (const event of events) {
      const outcome = await push(stream, event);
      if (outcome.type !== 'accepted') failure ??= outcome.why;
    }
    if (failure !== null) throw new Error(failure);
  }

  /** Deliveries that arrive together send what is held once. */
  function sendHeldOnce(stream: Stream, signal: AbortSignal): Promise<boolean> {
    const known = underWay.get(stream.id);
    if (known !== undefined) return known;
    const sent = sendHeld(stream, signal).finally(() => underWay.delete(stream.id));
    underWay.set(stream.id, sent);
    return sent;
  }

  /** Pushes what is held, oldest first; false where some is left, because it takes too long. */
  async function sendHeld(stream: Stream, signal: AbortSignal): Promise<boolean> {
    const endsAt = addMs(clock.now(), SEND_HELD_MS);
    for (;;) {
      const held = await storage.held(stream.tenantId, stream.id, BATCH);
      if (held.length === 0) return true;
      for (const event of held) {
        if (signal.aborted || clock.now() >= endsAt) return false;
        const outcome = await push(stream, event);
        if (outcome.type === 'failed') throw new Error(outcome.why);
        if (outcome.type === 'refused') {
          const fields = { tenantId: stream.tenantId, streamId: stream.id, why: outcome.why };
          logger.warn(fields, 'a receiver refused a held event, which is dropped');
        }
        await storage.release(stream.tenantId, stream.id, [event.id]);
      }
    }
  }

  async function push(stream: Stream, { claims }: SecurityEvent): Promise<PushOutcome> {
    if (stream.delivery.method !== PUSH) throw new Error('the stream is not pushed');
    const { tenantId } = stream;
    const { url, authorization } = stream.delivery;
    const token = await wiring.signer.sign(claims);
    const opened = openAuthorization(wiring.keys, stream, authorization);
    return pushEvent(wiring.sender, { tenantId, url, authorization: opened, token });
  }

  function hold(stream: Stream, events: readonly SecurityEvent[]): Promise<boolean> {
    return holdEvents(wiring, stream, events, holdBounds(clock.now()));
  }

  /** A polled stream that holds too much is paused; a paused one drops what is too much. */
  async function holdOrPause(stream: Stream, events: readonly SecurityEvent[]): Promise<void> {
    if (events.length === 0 || (await hold(stream, events))) return;
    const { tenantId, id } = stream;
    if (mayWarn()) {
      logger.warn({ tenantId, streamId: id }, 'a stream holds too many events; more are dropped');
    }
    if (stream.status !== 'enabled') return;
    const now = clock.now();
    const of = { stream, issuer: wiring.issuerOf(tenantId) };
    const told = streamPausedEvent(of, TOO_MANY, { id: random.uuid(), now });
    await holdEvents(wiring, stream, [told], { ...holdBounds(now), limit: MAX_HELD + 1 });
    await storage.change(tenantId, id, (found) =>
      found.status === 'enabled' ? { ...found, status: 'paused', reason: TOO_MANY } : null,
    );
  }

  return { name: DESTINATION, send };
}

function isPushed({ delivery, status }: Stream): boolean {
  return delivery.method === PUSH && status === 'enabled';
}

const TOO_MANY = `${String(MAX_HELD)} events wait to be polled; later ones are dropped until the stream is enabled again.`;
