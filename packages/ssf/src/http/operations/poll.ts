import type { HttpResponse } from '@stepward/http';
import { z } from 'zod';
import type { SharedSignalsWiring } from '../../shared-signals-options.js';
import { POLL, statusOf } from '../../streams/stream.js';
import { answer, Refusal } from '../answer.js';
import { openStream, readBody, type Call } from '../call.js';

/** Events of one answer, at most. */
const MAX_EVENTS = 100;
/** Acknowledgements and errors of one request, at most. */
const MAX_IDS = 1_000;

/** Ids of ours are printable ASCII. */
const jti = z.string().regex(/^[!-~]{1,255}$/);

const POLL_REQUEST = z.object({
  maxEvents: z.int().min(0).optional(),
  returnImmediately: z.boolean().optional(),
  ack: z.array(jti).max(MAX_IDS).optional(),
  setErrs: z
    .record(jti, z.object({ err: z.string(), description: z.string().optional() }))
    .refine((errors) => Object.keys(errors).length <= MAX_IDS)
    .optional(),
});

/**
 * `POST /streams/{id}/poll` (RFC 8936, section 2): deletes what the receiver acknowledges or cannot use, and answers with what the
 * stream holds then. An event comes again with each poll until it is acknowledged. The answer comes at once, also where
 * `returnImmediately` is false. A stream that is paused tells only that.
 */
export async function poll(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readBody(call, POLL_REQUEST, wiring.clock);
  if (body instanceof Refusal) return body;
  const opened = await openStream(wiring, call, call.pathStreamId);
  if (opened instanceof Refusal) return opened;
  const { stream, subscriber } = opened;
  if (stream.delivery.method !== POLL) {
    return new Refusal(400, 'The events of this stream are pushed.');
  }
  const { ack = [], setErrs = {}, maxEvents = MAX_EVENTS } = body;
  const { storage, signer, logger } = wiring;
  const refused = Object.keys(setErrs);
  if (refused.length > 0) {
    const fields = { tenantId: call.tenantId, streamId: stream.id, count: refused.length };
    logger.warn(fields, 'a receiver refused events of a poll, which are dropped');
  }
  const done = [...ack, ...refused];
  if (done.length > 0) await storage.release(call.tenantId, stream.id, done);

  const { status } = statusOf(stream, subscriber);
  const limit = Math.min(maxEvents, MAX_EVENTS);
  if (limit === 0 || status === 'disabled') return answer(200, { sets: {} });
  const held = await storage.held(call.tenantId, stream.id, limit + 1);
  const events = status === 'paused' ? held.filter(({ isUrgent }) => isUrgent) : held;
  const sets = await Promise.all(
    events.slice(0, limit).map(async ({ id, claims }) => [id, await signer.sign(claims)] as const),
  );
  return answer(200, {
    sets: Object.fromEntries(sets),
    ...(events.length > limit && { moreAvailable: true }),
  });
}
