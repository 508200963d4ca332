import { addMs, msBetween } from '@stepward/core/adapter';
import type { HttpResponse } from '@stepward/http';
import { z } from 'zod';
import type { SecurityEvent } from '../../events/security-event.js';
import type { SharedSignalsWiring } from '../../shared-signals-options.js';
import { POLL, statusOf, type Stream } from '../../streams/stream.js';
import { answer, Refusal } from '../answer.js';
import { openStream, readBody, type Call, type OpenedStream } from '../call.js';

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

/** A poll that waits reads the stream as often, for events that another process holds. */
const READ_AGAIN_MS = 5_000;

/**
 * `POST /streams/{id}/poll` (RFC 8936, section 2): deletes what the receiver acknowledges or cannot use, and answers with what the
 * stream holds then. An event comes again with each poll until it is acknowledged. Where the stream holds nothing, the answer waits
 * for up to `longPollMs`, unless `returnImmediately` is true or two polls of the stream wait already. A stream that is paused tells
 * only that.
 */
export async function poll(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readBody(call, POLL_REQUEST, wiring.clock);
  if (body instanceof Refusal) return body;
  const opened = await openStream(wiring, call, call.pathStreamId);
  if (opened instanceof Refusal) return opened;
  const { stream } = opened;
  if (stream.delivery.method !== POLL) {
    return new Refusal(400, 'The events of this stream are pushed.');
  }
  await releaseDone(wiring, stream, body);
  const { maxEvents = MAX_EVENTS, returnImmediately = false } = body;
  const limit = Math.min(maxEvents, MAX_EVENTS);
  if (limit === 0) return answer(200, { sets: {} });
  const waitMs = returnImmediately ? 0 : wiring.longPollMs;
  return readSets(wiring, call, opened, { limit, waitMs });
}

type PollRequest = z.infer<typeof POLL_REQUEST>;

async function releaseDone(
  { storage, logger }: SharedSignalsWiring,
  { tenantId, id }: Stream,
  { ack = [], setErrs = {} }: PollRequest,
): Promise<void> {
  const refused = Object.keys(setErrs);
  if (refused.length > 0) {
    const fields = { tenantId, streamId: id, count: refused.length };
    logger.warn(fields, 'a receiver refused events of a poll, which are dropped');
  }
  const done = [...ack, ...refused];
  if (done.length > 0) await storage.release(tenantId, id, done);
}

/** Answers with what the stream holds, or waits for it without a connection of the database. The stream may be changed meanwhile, so it is opened again. */
async function readSets(
  wiring: SharedSignalsWiring,
  call: Call,
  first: OpenedStream,
  { limit, waitMs }: { readonly limit: number; readonly waitMs: number },
): Promise<HttpResponse | Refusal> {
  const { clock, polls } = wiring;
  const endsAt = addMs(clock.now(), waitMs);
  const wait = waitMs === 0 ? null : polls.begin(first.stream.id);
  try {
    for (let opened: OpenedStream | Refusal = first; ;) {
      if (opened instanceof Refusal) return opened;
      const events = await sendable(wiring, opened, limit + 1);
      const left = msBetween(clock.now(), endsAt);
      const isOver = left <= 0 || statusOf(opened.stream, opened.subscriber).status === 'disabled';
      if (wait === null || isOver || events.length > 0) return await signed(wiring, events, limit);
      await wait.woken(clock.timeout(Math.min(left, READ_AGAIN_MS)));
      opened = await openStream(wiring, call, first.stream.id);
    }
  } finally {
    wait?.end();
  }
}

/** What the stream may send of the events that it holds. */
async function sendable(
  { storage }: SharedSignalsWiring,
  { stream, subscriber }: OpenedStream,
  limit: number,
): Promise<readonly SecurityEvent[]> {
  const { status } = statusOf(stream, subscriber);
  if (status === 'disabled') return [];
  const held = await storage.held(stream.tenantId, stream.id, limit);
  return status === 'paused' ? held.filter(({ isUrgent }) => isUrgent) : held;
}

async function signed(
  { signer }: SharedSignalsWiring,
  events: readonly SecurityEvent[],
  limit: number,
): Promise<HttpResponse> {
  const sets = await Promise.all(
    events.slice(0, limit).map(async ({ id, claims }) => [id, await signer.sign(claims)] as const),
  );
  return answer(200, {
    sets: Object.fromEntries(sets),
    ...(events.length > limit && { moreAvailable: true }),
  });
}
