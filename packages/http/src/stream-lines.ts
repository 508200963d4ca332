import type { ErrorDescription } from './logging.js';
import { describeError } from './logging.js';

/** How a stream ends but for its last line. */
export interface StreamEnds {
  /** After it no more is read. */
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
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (deadline.aborted) await reading.return?.();
          const step = await reading.next();
          if (step.done === true) controller.close();
          else controller.enqueue(encoder.encode(step.value.map(lineOf).join('')));
        } catch (thrown) {
          onError(describeError(thrown));
          controller.error(thrown);
        }
      },
      async cancel() {
        await reading.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
