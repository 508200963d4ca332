import type { HttpResponse } from '@stepward/http';
import { z } from 'zod';
import type { SharedSignalsWiring } from '../../shared-signals-options.js';
import { sealAuthorization } from '../../streams/authorization.js';
import { MAX_STREAMS, POLL, PUSH, type Stream, type StreamDelivery } from '../../streams/stream.js';
import { sendHeldSoon, subscribe, unsubscribe } from '../../streams/stream-subscriber.js';
import { answer, emptyAnswer, Refusal } from '../answer.js';
import { listStreams, noStream, openStream, readBody, streamIdOf, type Call } from '../call.js';
import { firstMismatch, streamConfiguration } from '../stream-configuration.js';

/** Printable ASCII, and white space within. */
const HEADER_VALUE = /^[!-~](?:[\t -~]*[!-~])?$/;

const DELIVERY = z.discriminatedUnion('method', [
  z.object({
    method: z.literal(PUSH),
    endpoint_url: z.string().min(1).max(2_048),
    authorization_header: z.string().max(1_024).regex(HEADER_VALUE).optional(),
  }),
  z.object({ method: z.literal(POLL), endpoint_url: z.string().optional() }),
]);

/** What a receiver supplies. */
const RECEIVER_SUPPLIED = z.object({
  events_requested: z.array(z.string().max(256)).max(100).optional(),
  delivery: DELIVERY.optional(),
  description: z.string().max(255).optional(),
});

/** A change has the other members as well, which must be as they are. */
const CHANGE = RECEIVER_SUPPLIED.extend({ stream_id: z.string() }).loose();

type Delivery = z.infer<typeof DELIVERY>;

/** `GET /streams`, with `stream_id` or for all of the receiver's (SSF 1.0, "Reading a Stream's Configuration"). */
export async function readStreams(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const id = streamIdOf(call);
  if (id instanceof Refusal) return id;
  if (id === null) {
    const streams = await listStreams(wiring, call);
    return answer(
      200,
      streams.map((stream) => streamConfiguration(stream, call.issuer)),
    );
  }
  const opened = await openStream(wiring, call, id);
  if (opened instanceof Refusal) return opened;
  return answer(200, streamConfiguration(opened.stream, call.issuer));
}

/**
 * `POST /streams` (SSF 1.0, "Creating a Stream"): makes the subscriber that has the stream's deliveries, and then the stream. 403
 * where the receiver has 10, or the tenant as many subscribers as it may.
 */
export async function createStream(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readBody(call, RECEIVER_SUPPLIED, wiring.clock);
  if (body instanceof Refusal) return body;
  const { tenantId, receiver, issuer } = call;
  const { storage, clock, random } = wiring;
  if ((await listStreams(wiring, call)).length >= MAX_STREAMS) return tooManyStreams();
  const id = random.uuid();
  const delivery = await readDelivery(wiring, { tenantId, id, delivery: null }, body.delivery);
  if (delivery instanceof Refusal) return delivery;
  const subscriberId = await subscribe(wiring, { id, tenantId, receiver });
  if (subscriberId === null) return tooManyStreams();
  const stream: Stream = {
    ...{ id, tenantId, receiver, subscriberId, delivery },
    audience: wiring.audience(tenantId, receiver),
    requested: body.events_requested ?? null,
    description: body.description ?? null,
    ...{ status: 'enabled', reason: null, removedSubjects: [], verifiedAt: null },
    createdAt: clock.now(),
  };
  if (await storage.insert(stream, MAX_STREAMS)) {
    return answer(201, streamConfiguration(stream, issuer));
  }
  await unsubscribe(wiring, stream);
  return tooManyStreams();
}

/** `PATCH /streams`: changes what the receiver sends (SSF 1.0, "Updating a Stream's Configuration"). */
export function updateStream(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  return change(wiring, call, async (stream, { events_requested, delivery, description }) => {
    const read =
      delivery === undefined ? stream.delivery : await readDelivery(wiring, stream, delivery);
    if (read instanceof Refusal) return read;
    return {
      delivery: read,
      requested: events_requested ?? stream.requested,
      description: description ?? stream.description,
    };
  });
}

/** `PUT /streams`: what the receiver leaves out is as in a new stream (SSF 1.0, "Replacing a Stream's Configuration"). */
export function replaceStream(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  return change(wiring, call, async (stream, { events_requested, delivery, description }) => {
    const read = await readDelivery(wiring, { ...stream, delivery: null }, delivery);
    if (read instanceof Refusal) return read;
    return {
      delivery: read,
      requested: events_requested ?? null,
      description: description ?? null,
    };
  });
}

type Changed = Pick<Stream, 'delivery' | 'requested' | 'description'>;

async function change(
  wiring: SharedSignalsWiring,
  call: Call,
  read: (stream: Stream, body: z.infer<typeof CHANGE>) => Promise<Changed | Refusal>,
): Promise<HttpResponse | Refusal> {
  const body = await readBody(call, CHANGE, wiring.clock);
  if (body instanceof Refusal) return body;
  const opened = await openStream(wiring, call, body.stream_id);
  if (opened instanceof Refusal) return opened;
  const { stream } = opened;
  const wrong = firstMismatch(streamConfiguration(stream, call.issuer), body);
  if (wrong !== null) return new Refusal(400, `The transmitter sets ${wrong}, which is not that.`);
  const changed = await read(stream, body);
  if (changed instanceof Refusal) return changed;
  const stored = await wiring.storage.change(call.tenantId, stream.id, (found) => ({
    ...found,
    ...changed,
  }));
  if (stored === null) return noStream();
  if (stream.delivery.method !== stored.delivery.method) await sendHeldSoon(wiring, stored);
  return answer(200, streamConfiguration(stored, call.issuer));
}

/** `DELETE /streams?stream_id=`: removes the stream, what it holds, and its subscriber. */
export async function deleteStream(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const id = streamIdOf(call);
  if (id instanceof Refusal) return id;
  const opened = await openStream(wiring, call, id ?? '');
  if (opened instanceof Refusal) return opened;
  const { stream } = opened;
  await unsubscribe(wiring, stream);
  await wiring.storage.remove(call.tenantId, stream.id);
  return emptyAnswer(204);
}

/**
 * Reads a delivery, polled by default. A push URL has to be an allowed target; without a new `authorization_header`, the one before
 * stays only if the URL does.
 */
async function readDelivery(
  wiring: SharedSignalsWiring,
  stream: Pick<Stream, 'tenantId' | 'id'> & { readonly delivery: StreamDelivery | null },
  delivery: Delivery | undefined,
): Promise<StreamDelivery | Refusal> {
  if (delivery === undefined || delivery.method === POLL) return { method: POLL };
  const { endpoint_url: url, authorization_header: header } = delivery;
  if ((await wiring.targets.check(url)) === 'refused') {
    return new Refusal(400, 'The endpoint_url must be an https URL with public addresses only.');
  }
  const { delivery: before } = stream;
  if (header !== undefined) {
    return { method: PUSH, url, authorization: sealAuthorization(wiring, stream, header) };
  }
  const isSame = before?.method === PUSH && before.url === url;
  return { method: PUSH, url, authorization: isSame ? before.authorization : null };
}

function tooManyStreams(): Refusal {
  return new Refusal(403, `A receiver has at most ${String(MAX_STREAMS)} streams.`);
}
