import { open, readFile } from 'node:fs/promises';
import type { Destination, DestinationRequest } from '@stepward/webhooks';

/** A line of the file. */
export interface Line {
  /** The delivery's id, the same if it comes again. */
  readonly id: string;
  readonly tenantId: string;
  /** `event_type`, `event_id`, `timestamp`, `idempotency_key` and `data`. */
  readonly event: unknown;
}

/**
 * Creates a destination that appends each delivery to a file, as one line of JSON. One process at a time may write to the file.
 * No other program may move or shorten it meanwhile. It remembers the ids of all lines: begin another file, at another path, each day.
 */
export async function jsonLines(name: string, path: string): Promise<Destination> {
  const { lines, size } = await readLines(path);
  const taken = new Set(lines.map(({ id }) => id));
  /** Bytes of whole lines. A write that failed may have left a part of a line behind them. */
  let end = size;
  let writing: Promise<void> = Promise.resolve();

  async function append(
    { tenantId, headers, body }: DestinationRequest,
    signal: AbortSignal,
  ): Promise<void> {
    const id = headers['x-webhook-id'] ?? '';
    if (taken.has(id)) return;
    // Behind other writes it may have waited for longer than the attempt lasts.
    signal.throwIfAborted();
    const line: Line = { id, tenantId, event: JSON.parse(body) };
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    const file = await open(path, 'a');
    try {
      await file.truncate(end);
      await file.appendFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    end += bytes.byteLength;
    taken.add(id);
  }

  return {
    name,
    send(request, signal) {
      const written = writing.then(() => append(request, signal));
      writing = written.catch(() => undefined);
      return written;
    },
  };
}

/** The whole lines of the file, and their bytes. A line that was cut off is not one. A file that is missing is created. */
export async function readLines(
  path: string,
): Promise<{ readonly lines: readonly Line[]; readonly size: number }> {
  const text = await readFile(path, { flag: 'a+' });
  const size = text.lastIndexOf('\n') + 1;
  const whole = text.toString('utf8', 0, size).split('\n').slice(0, -1);
  return { lines: whole.map((line) => JSON.parse(line) as Line), size };
}
