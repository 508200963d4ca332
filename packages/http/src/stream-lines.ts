import type { ErrorDescription } from './logging.js';
import { describeError } from './logging.js';

/** How a stream ends but for its last line. */
export interface StreamEnds {
  /** Then reading ends, also where nobody takes what it has. The stream ends once its reader asks for more. */
  readonly deadline: AbortSignal;
  /** Then a stream that has not ended ends with an error. Later than the deadline. */
  readonly cutoff: AbortSignal;
  readonly onError: (error: ErrorDescription) => void;
}

/**
 * The JSON of values as bytes, one a line. A batch is read when the reader has taken the one before, and none once the reader
 * is gone. An error is reported and ends the stream with an error, so that no reader takes it for the end. The cutoff is not
 * reported: a client that does not read is no failure of the service.
 */
export function streamLines(
  batches: AsyncIterable<readonly object[]>,
  { deadline, cutoff, onError }: StreamEnds,
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
        const stopReading = async (): Promise<void> => {
          try {
            await reading.return?.();
          } catch (thrown) {
            fail(controller, thrown);
          }
        };
        const giveUp = (): void => {
          over.abort();
          controller.error(new Error('the stream was not read to its end in time'));
        };
        if (deadline.aborted) void stopReading();
        deadline.addEventListener('abort', () => void stopReading(), { signal: over.signal });
        cutoff.addEventListener('abort', giveUp, { signal: over.signal });
      },
      async pull(controller) {
        try {
          const step = await reading.next();
          // During the read, the reader left or the cutoff came.
          if (over.signal.aborted) return;
          if (step.done === true || deadline.aborted) {
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
