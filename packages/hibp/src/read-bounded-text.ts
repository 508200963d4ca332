/**
 * Reads a body as text, or gives null where it has more than `limit` bytes. Throws where it breaks off
 * or `signal` aborts; the rest is cancelled in every case.
 */
export async function readBoundedText(
  body: ReadableStream<Uint8Array>,
  limit: number,
  signal: AbortSignal,
): Promise<string | null> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks).toString();
      size += value.byteLength;
      if (size > limit) return null;
      chunks.push(value);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
