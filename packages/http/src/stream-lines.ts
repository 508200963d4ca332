import type { ErrorDescription } from './logging.js';
import { describeError } from './logging.js';

/** How a stream ends but for its last line. */
export interface StreamEnds {
  /** Then the stream ends, also where nobody takes what it has. */
  readonly deadline: AbortSignal;
  readonly onError: (error: ErrorDescription) => void;
}

/**
 * The JSON of values as bytes, one a line. A batch is read when the reader has taken the one before, and none once the reader
 * is gone. An error is reported and ends the stream with an error, so that no reader takes it for the end.
 */
export function streamLines(
  batches: AsyncIterable<readonly object[]>,
  { deadline, onError }: StreamEnds,
): ReadableStream<Uint8Array> {
  const reading = batches[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const over = new AbortController();

  function fail(controller: ReadableStreamDefaultController, thrown: unknown): void {
    over.abort();
    onError(describeError(thrown));
    controller.error(thrown);
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = async (): Promise<void> => {
          try {
            await reading.return?.();
            if (!over.signal.aborted) controller.close();
          } catch (thrown) {
            fail(controller, thrown);
          }
        };
        if (deadline.aborted) void end();
        deadline.addEventListener('abort', () => void end(), { signal: over.signal });
      },
      async pull(controller) {
        try {
          const step = await reading.next();
          // Then it ends above, without this batch.
          if (deadline.aborted) return;
          if (step.done === true) {
            over.abort();
            controller.close();
          } else controller.enqueue(encoder.encode(step.value.map(lineOf).join('')));
        } catch (thrown) {
          fail(controller, thrown);
        }
      },
      async cancel() {
        over.abort();
        await reading.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
