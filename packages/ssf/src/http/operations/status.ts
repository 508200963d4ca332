import type { HttpResponse } from '@stepward/http';
import { z } from 'zod';
import type { SharedSignalsWiring } from '../../shared-signals-options.js';
import { statusOf, STREAM_STATUSES } from '../../streams/stream.js';
import { resubscribe, sendHeldSoon } from '../../streams/stream-subscriber.js';
import { answer, Refusal } from '../answer.js';
import { noStream, openStream, readBody, streamIdOf, type Call } from '../call.js';

/** `GET /status?stream_id=` (SSF 1.0, "Reading a Stream's Status"). */
export async function readStatus(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const id = streamIdOf(call);
  if (id instanceof Refusal) return id;
  const opened = await openStream(wiring, call, id ?? '');
  if (opened instanceof Refusal) return opened;
  return answer(200, statusAnswer(opened.stream.id, statusOf(opened.stream, opened.subscriber)));
}

const STATUS = z.object({
  stream_id: z.string(),
  status: z.enum(STREAM_STATUSES),
  reason: z.string().max(255).optional(),
});

/**
 * `POST /status` (SSF 1.0, "Updating a Stream's Status"). A stream that is disabled drops what it holds. One that was disabled because
 * it failed may be enabled, one that an administrator disabled may not (403).
 */
export async function updateStatus(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readBody(call, STATUS, wiring.clock);
  if (body instanceof Refusal) return body;
  const opened = await openStream(wiring, call, body.stream_id);
  if (opened instanceof Refusal) return opened;
  const { stream, subscriber } = opened;
  const { storage } = wiring;
  const { status, reason = null } = body;
  if (!subscriber.enabled && status !== 'disabled') {
    if (subscriber.disabledReason === 'manual') {
      return new Refusal(403, 'An administrator of the transmitter disabled the stream.');
    }
    await resubscribe(wiring, stream);
  }
  // What deliveries that were under way left after the stream was disabled. Later it might be what came since.
  await storage.release(call.tenantId, stream.id, 'all');
  const updated = await storage.change(call.tenantId, stream.id, (found) => ({
    ...found,
    status,
    reason,
  }));
  if (updated === null) return noStream();
  if (status === 'disabled') await storage.release(call.tenantId, stream.id, 'all');
  if (status === 'enabled') await sendHeldSoon(wiring, updated);
  return answer(200, statusAnswer(stream.id, { status, reason }));
}

function statusAnswer(id: string, { status, reason }: ReturnType<typeof statusOf>): object {
  return { stream_id: id, status, ...(reason !== null && { reason }) };
}
