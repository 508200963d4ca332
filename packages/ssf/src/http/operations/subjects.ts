import type { HttpResponse } from '@stepward/http';
import { z } from 'zod';
import { subjectKey } from '../../events/subject.js';
import type { SharedSignalsWiring } from '../../shared-signals-options.js';
import { MAX_REMOVED_SUBJECTS, withoutSubject, withSubject } from '../../streams/stream.js';
import { emptyAnswer, Refusal } from '../answer.js';
import { openStream, readBody, type Call } from '../call.js';

const part = z.string().min(1).max(1_024);

const SUBJECT = z.object({
  stream_id: z.string(),
  subject: z.discriminatedUnion('format', [
    z.object({ format: z.literal('email'), email: part }),
    z.object({ format: z.literal('iss_sub'), iss: part, sub: part }),
    z.object({ format: z.literal('opaque'), id: part }),
  ]),
});

/**
 * `POST /subjects/add` (SSF 1.0, "Adding a Subject to a Stream"). All subjects are in a stream from the start, so it adds one that was
 * removed. The answer is the same for a subject that does not exist.
 */
export async function addSubject(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readSubject(wiring, call);
  if (body instanceof Refusal) return body;
  await wiring.storage.change(call.tenantId, body.streamId, (stream) =>
    withSubject(stream, body.key),
  );
  return emptyAnswer(200);
}

/** `POST /subjects/remove` (SSF 1.0, "Removing a Subject"): events about the subject are not sent. At most 1,000 are removed, then 403. */
export async function removeSubject(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<HttpResponse | Refusal> {
  const body = await readSubject(wiring, call);
  if (body instanceof Refusal) return body;
  const changed = await wiring.storage.change(call.tenantId, body.streamId, (stream) =>
    withoutSubject(stream, body.key),
  );
  if (changed !== null) return emptyAnswer(204);
  const limit = String(MAX_REMOVED_SUBJECTS);
  return new Refusal(403, `At most ${limit} subjects may be removed from a stream.`);
}

/** The stream of the caller, and the key of the subject. */
async function readSubject(
  wiring: SharedSignalsWiring,
  call: Call,
): Promise<{ readonly streamId: string; readonly key: string } | Refusal> {
  const body = await readBody(call, SUBJECT, wiring.clock);
  if (body instanceof Refusal) return body;
  const opened = await openStream(wiring, call, body.stream_id);
  if (opened instanceof Refusal) return opened;
  return { streamId: opened.stream.id, key: subjectKey(body.subject) };
}
