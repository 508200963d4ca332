import { JetStreamApiError } from '@nats-io/jetstream';

/**
 * Why nothing was published.
 *
 * - `unavailable`: the server cannot be reached, does not answer, or has no JetStream
 * - `server_too_old`: it is older than 2.9
 * - `stream_missing`: it has no stream of that name
 * - `stream_unfit`: the stream does not take the subjects, does not acknowledge, or forgets ids too soon
 * - `refused`: the server has refused a message, for example because the stream is full
 */
export type NatsSinkErrorCode =
  | 'unavailable'
  | 'server_too_old'
  | 'stream_missing'
  | 'stream_unfit'
  | 'refused';

/** What the sink throws; the worker logs the message. */
export class NatsSinkError extends Error {
  override readonly name = 'NatsSinkError';
  readonly code: NatsSinkErrorCode;

  constructor(code: NatsSinkErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Names the cause of an error of the client. What the signal of a call threw stays as it is. */
export function sinkErrorOf(thrown: unknown, signal: AbortSignal): unknown {
  if (thrown instanceof NatsSinkError || thrown === signal.reason) return thrown;
  const why = thrown instanceof Error ? thrown.message : 'thrown';
  return thrown instanceof JetStreamApiError
    ? new NatsSinkError('refused', `JetStream refused a message: ${why}`, { cause: thrown })
    : new NatsSinkError('unavailable', `JetStream cannot be reached: ${why}`, { cause: thrown });
}
