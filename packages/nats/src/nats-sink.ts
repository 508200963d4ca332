import { jetstream as jetstreamOf } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import type { EventSink } from '@stepward/core';
import { checkStream } from './check-stream.js';
import { headersOf, messageIdOf, subjectOf } from './message.js';
import { sinkErrorOf } from './nats-sink-error.js';
import { readSinkOptions, type NatsSinkOptions } from './nats-sink-options.js';

/** A stream of NATS JetStream as a sink, for the option `sinks` of `createDeliveryWorker`. */
export interface NatsSink extends EventSink {
  /**
   * Checks the server and the stream, for a host that would rather not start than have its events wait. The first `publish` does the
   * same, and so does each one after a failure.
   *
   * @throws NatsSinkError
   */
  check(): Promise<void>;
}

/** Milliseconds for which JetStream may keep an answer back. */
const ANSWER_MS = 5_000;

/**
 * Creates a sink. Each event is a message whose `Nats-Msg-Id` is `<tenant>:<event id>`, so the stream drops repeats within its
 * `duplicate_window`. The body is the envelope of webhooks; the headers `Stepward-Tenant`, `Stepward-Organisation`, `Stepward-Version`
 * and `Stepward-Expires` say the rest. The next message of a tenant is sent when the one before is stored, so a stream has
 * them in order, whatever fails.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * const connection = await connect({ servers: 'nats://127.0.0.1:4222', maxReconnectAttempts: -1 });
 * const sink = createNatsSink({ connection, stream: 'EVENTS' });
 * await sink.check();
 */
export function createNatsSink(options: NatsSinkOptions): NatsSink {
  const settings = readSinkOptions(options);
  const { connection, stream, subject } = settings;
  const jetstream = jetstreamOf(connection as unknown as NatsConnection);
  const never = new AbortController().signal;
  /** The check of the stream as it is now; null where something has failed since. */
  let checked: Promise<void> | null = null;

  async function afterCheck(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    try {
      await (checked ??= checkStream(jetstream, settings));
      await work();
    } catch (thrown) {
      checked = null;
      throw sinkErrorOf(thrown, signal);
    }
  }

  return {
    check() {
      checked = null;
      return afterCheck(never, () => Promise.resolve());
    },
    publish: (events, signal) =>
      afterCheck(signal, async () => {
        for (const event of events) {
          signal.throwIfAborted();
          await jetstream.publish(subjectOf(subject, event), event.body, {
            ...{ msgID: messageIdOf(event), headers: headersOf(event), timeout: ANSWER_MS },
            // A stream of another name may have come to take the subject.
            expect: { streamName: stream },
          });
        }
      }),
  };
}
