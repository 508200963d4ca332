import type { HttpResponse } from '@stepward/http';
import { z } from 'zod';
import { verificationEvent } from '../../events/security-event.js';
import type { SharedSignalsWiring } from '../../shared-signals-options.js';
import { holdEvents } from '../../streams/hold-events.js';
import {
  holdBounds,
  statusOf,
  verifiedStream,
  VERIFICATION_INTERVAL,
} from '../../streams/stream.js';
import { sendHeldSoon } from '../../streams/stream-subscriber.js';
import { emptyAnswer, Refusal } from '../answer.js';
import { openStream, readBody, type Call } from '../call.js';

const VERIFICATION = z.object({ stream_id: z.string(), state: z.string().max(1_024).optional() });

/**
 * `POST /verify` (SSF 1.0, "Triggering a Verification Event"): the worker sends the event, or the next poll gets it. 429 within the
 * minimum interval, or where the stream holds as much as it may.
 */
export async function verify(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readBody(call, VERIFICATION, wiring.clock);
  if (body instanceof Refusal) return body;
  const opened = await openStream(wiring, call, body.stream_id);
  if (opened instanceof Refusal) return opened;
  const { stream, subscriber } = opened;
  if (statusOf(stream, subscriber).status === 'disabled') {
    return new Refusal(400, 'The stream is disabled, so nothing is sent on it.');
  }
  const { storage, clock, random } = wiring;
  const now = clock.now();
  const wait = { 'retry-after': String(VERIFICATION_INTERVAL) };
  const verified = await storage.change(call.tenantId, stream.id, (found) =>
    verifiedStream(found, now),
  );
  if (verified === null) {
    const seconds = String(VERIFICATION_INTERVAL);
    return new Refusal(429, `A stream is verified once in ${seconds} seconds at most.`, wait);
  }
  const of = { stream, issuer: call.issuer };
  const event = verificationEvent(of, body.state, { id: random.uuid(), now });
  if (!(await holdEvents(wiring, stream, [event], holdBounds(now)))) {
    return new Refusal(429, 'The stream holds too many events: take them first.', wait);
  }
  await sendHeldSoon(wiring, stream);
  return emptyAnswer(204);
}
