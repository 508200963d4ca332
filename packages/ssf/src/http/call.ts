import type { Clock, Subscriber } from '@stepward/core';
import type { HttpRequest } from '@stepward/http';
import type { z } from 'zod';
import type { SharedSignalsWiring } from '../shared-signals-options.js';
import type { Stream } from '../streams/stream.js';
import { Refusal } from './answer.js';

/** A request of a receiver, whose token is valid for it. */
export interface Call {
  readonly tenantId: string;
  /** The identity of the token. */
  readonly receiver: string;
  /** The issuer of the tenant. */
  readonly issuer: string;
  readonly request: HttpRequest;
  /** The stream that the path names, where one does. */
  readonly pathStreamId: string;
}

/** Bytes of a body. */
const MAX_BODY = 64 * 1024;
const BODY_MS = 10_000;

/** Reads a JSON body; unknown members are ignored. 400 for one that is not JSON or breaks the schema, 413 for more than 64 KiB. */
export async function readBody<Body>(
  { request }: Pick<Call, 'request'>,
  schema: z.ZodType<Body>,
  clock: Pick<Clock, 'timeout'>,
): Promise<Body | Refusal> {
  const body = await request.readBody(MAX_BODY, clock.timeout(BODY_MS));
  if (body.type === 'too_large') {
    return new Refusal(413, 'The body has more than 64 KiB.', { connection: 'close' });
  }
  if (body.type === 'incomplete' || body.type === 'timed_out') {
    return new Refusal(400, 'The body is not complete.', { connection: 'close' });
  }
  const value = body.type === 'parsed' ? body.value : parseJson(body.bytes);
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { path = [] } = read.error.issues[0] ?? {};
  const member = path.map(String).join('.').slice(0, 100);
  return new Refusal(400, `The body is not valid JSON with the right members: ${member || 'all'}.`);
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** The query parameter `stream_id`; null for none, and a refusal where it is there twice. */
export function streamIdOf({ request: { query } }: Pick<Call, 'request'>): string | null | Refusal {
  const [id = null, ...others] = new URLSearchParams(query).getAll('stream_id');
  return others.length === 0 ? id : new Refusal(400, 'The parameter stream_id is there twice.');
}

/** A stream of the caller, and the subscriber that has its deliveries. */
export interface OpenedStream {
  readonly stream: Stream;
  readonly subscriber: Subscriber;
}

/** Finds a stream of the caller; 404 for that of another receiver or tenant, too. */
export async function openStream(
  { storage, stepward }: Pick<SharedSignalsWiring, 'storage' | 'stepward'>,
  { tenantId, receiver }: Pick<Call, 'tenantId' | 'receiver'>,
  streamId: string,
): Promise<OpenedStream | Refusal> {
  const stream = STREAM_ID.test(streamId) ? await storage.find(tenantId, streamId) : null;
  if (stream === null || stream.receiver !== receiver) return noStream();
  const subscriber = await stepward.subscribers.get(tenantId, stream.subscriberId);
  if (subscriber.isOk()) return { stream, subscriber: subscriber.value };
  // An administrator of the tenant removed it.
  await storage.remove(tenantId, streamId);
  return noStream();
}

/** The streams of the caller that have a subscriber, oldest first. */
export async function listStreams(
  wiring: Pick<SharedSignalsWiring, 'storage' | 'stepward'>,
  call: Pick<Call, 'tenantId' | 'receiver'>,
): Promise<readonly Stream[]> {
  const stored = await wiring.storage.list(call.tenantId, call.receiver);
  const opened = await Promise.all(stored.map(({ id }) => openStream(wiring, call, id)));
  return opened.flatMap((each) => (each instanceof Refusal ? [] : [each.stream]));
}

/** A UUID as `Random` makes it. */
const STREAM_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function noStream(): Refusal {
  return new Refusal(404, 'You have no stream with this stream_id.');
}
