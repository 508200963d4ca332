import { sinkEvent } from '@stepward/core/adapter';
import { sinkContract, type SinkPlace } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createNatsSink, type NatsSinkOptions } from '../src/index.js';
import { openPlace } from './nats-place.js';

const { NATS_URL = '' } = process.env;

const EVENT = {
  id: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21',
  type: 'user.created',
  organisationId: 'Zoë & co\n',
  version: '2026-11-01',
  data: '{"id":"usr_1"}',
  emittedAt: new Date(0),
  expiresAt: new Date(86_400_000),
};
const signal = new AbortController().signal;

async function createPlace(): Promise<SinkPlace> {
  const { connection, manager, stream, makeStream, read } = await openPlace(NATS_URL);
  await makeStream();
  return {
    open: async () => createNatsSink({ connection, stream, subject: stream }),
    taken: async () =>
      (await read()).map((message) => ({
        tenantId: message.headers?.get('Stepward-Tenant') ?? '',
        body: message.string(),
      })),
    async setFailing(isFailing) {
      const { messages } = (await manager.streams.info(stream)).state;
      const full = { max_msgs: messages, discard: 'new' } as const;
      await manager.streams.update(stream, isFailing ? full : { max_msgs: -1, discard: 'old' });
    },
  };
}

describe.skipIf(NATS_URL === '')('a stream of JetStream', () => {
  for (const { name, run } of sinkContract) it(name, () => run(createPlace));

  it('has each event under its tenant and type, with its id, and what the envelope does not say in headers', async () => {
    const { connection, stream, makeStream, read } = await openPlace(NATS_URL);
    await makeStream();
    const sink = createNatsSink({ connection, stream, subject: stream });
    await sink.publish([sinkEvent('acme.de', EVENT)], signal);
    const [message] = await read();
    expect(message?.subject).toBe(`${stream}.acme%2Ede.user.created`);
    const headers = [...(message?.headers ?? [])].map(([name, [value]]) => [name, value]);
    expect(Object.fromEntries(headers)).toEqual({
      'Nats-Msg-Id': `acme.de:${EVENT.id}`,
      'Nats-Expected-Stream': stream,
      'Content-Type': 'application/json',
      'Stepward-Tenant': 'acme.de',
      'Stepward-Organisation': 'Zo%C3%AB%20%26%20co%0A',
      'Stepward-Version': EVENT.version,
      'Stepward-Expires': '1970-01-02T00:00:00.000Z',
    });
    expect(message?.json()).toMatchObject({ event_id: EVENT.id, data: { id: 'usr_1' } });
  });

  it('that is missing or unfit is named, by the check and by each publish, until it is fit', async () => {
    const { connection, manager, stream, makeStream, read } = await openPlace(NATS_URL);
    const options: NatsSinkOptions = { connection, stream, subject: stream };
    const sink = createNatsSink(options);
    const events = [sinkEvent('acme', EVENT)];
    const refused = async (parts: { readonly code: string; readonly message: unknown }) => {
      await expect(sink.check()).rejects.toMatchObject(parts);
      await expect(sink.publish(events, signal)).rejects.toMatchObject(parts);
    };
    await refused({ code: 'stream_missing', message: `NATS has no stream ${stream}: create it` });
    await makeStream({ subjects: [`${stream}.acme.>`], duplicate_window: 10e9 });
    await refused({ code: 'stream_unfit', message: expect.stringContaining('to its subjects') });
    await manager.streams.update(stream, { subjects: ['no', `${stream}.>`] });
    await refused({ code: 'stream_unfit', message: expect.stringContaining('duplicate_window') });
    await manager.streams.update(stream, { duplicate_window: 60e9, no_ack: true });
    await refused({ code: 'stream_unfit', message: expect.stringContaining('no_ack') });
    await manager.streams.update(stream, { no_ack: false });
    await sink.check();
    await sink.publish(events, signal);
    expect(await read()).toHaveLength(1);
  });

  it('that was deleted and made again has what is published from then on', async () => {
    const { connection, manager, stream, makeStream, read } = await openPlace(NATS_URL);
    await makeStream();
    const sink = createNatsSink({ connection, stream, subject: stream });
    await sink.publish([sinkEvent('acme', EVENT)], signal);
    await manager.streams.delete(stream);
    const again = [sinkEvent('acme', EVENT)];
    await expect(sink.publish(again, signal)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(sink.publish(again, signal)).rejects.toMatchObject({ code: 'stream_missing' });
    await makeStream();
    await sink.publish(again, signal);
    expect((await read()).map(({ headers }) => headers?.get('Nats-Msg-Id'))).toEqual([
      `acme:${EVENT.id}`,
    ]);
  });

  it('cannot be reached over a connection that is closed', async () => {
    const { connection, stream, makeStream } = await openPlace(NATS_URL);
    await makeStream();
    const sink = createNatsSink({ connection, stream, subject: stream });
    await connection.close();
    await expect(sink.check()).rejects.toMatchObject({ code: 'unavailable' });
  });
});
