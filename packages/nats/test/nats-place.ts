import { randomUUID } from 'node:crypto';
import {
  AckPolicy,
  jetstream,
  jetstreamManager,
  type JetStreamManager,
  type JsMsg,
  type StreamConfig,
} from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';

/** A connection to a server, and the name of a stream that no other test uses. */
export interface NatsPlace {
  readonly connection: NatsConnection;
  readonly manager: JetStreamManager;
  /** The name of the stream, and what its subjects begin with. */
  readonly stream: string;
  /** Makes the stream, in memory unless `parts` says otherwise. */
  makeStream(parts?: Partial<StreamConfig>): Promise<void>;
  /** All messages of the stream, in their order, as another service reads them. */
  read(): Promise<readonly JsMsg[]>;
}

/** @param url of the server; the stream is deleted when the test ends */
export async function openPlace(url: string): Promise<NatsPlace> {
  const connection = await connect({ servers: url, maxReconnectAttempts: -1 });
  const manager = await jetstreamManager(connection);
  const stream = `stepward-${randomUUID()}`;
  onTestFinished(async () => {
    await manager.streams.delete(stream).catch(() => false);
    await connection.close();
  });

  return {
    ...{ connection, manager, stream },
    async makeStream(parts = {}) {
      const subjects = [`${stream}.>`];
      await manager.streams.add({ name: stream, subjects, storage: 'memory', ...parts });
    },
    async read() {
      const { messages } = (await manager.streams.info(stream)).state;
      const name = randomUUID();
      await manager.consumers.add(stream, { durable_name: name, ack_policy: AckPolicy.None });
      const consumer = await jetstream(connection).consumers.get(stream, name);
      const read: JsMsg[] = [];
      while (read.length < messages) {
        for await (const message of await consumer.fetch({ max_messages: 500, expires: 1_000 })) {
          read.push(message);
          if (read.length === messages) break;
        }
      }
      await consumer.delete();
      return read;
    },
  };
}
