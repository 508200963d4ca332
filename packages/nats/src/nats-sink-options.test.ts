import { expect, it } from 'vitest';
import { createNatsSink } from './index.js';

/** A connection to a server of that version. */
function connectionTo(version: string | null) {
  const info = version === null ? {} : { info: { version } };
  return { ...info, isClosed: () => false, request() {}, options: {} };
}

const connection = connectionTo('2.10.0');

it.each([
  [{ stream: 'EVENTS' }, 'connection is missing'],
  [{ connection: {}, stream: 'EVENTS' }, 'connection must be a connection of @nats-io'],
  [{ connection, stream: 'EVENTS.*' }, 'stream must be the name of a stream'],
  [{ connection, stream: 'EVENTS', subject: 'a.>' }, 'subject must be letters, digits'],
  [{ connection, stream: 'EVENTS', server: 'nats://' }, 'there is no option server'],
])('a sink names the option that is wrong: %o', (options, problem) => {
  expect(() => createNatsSink(options as never)).toThrow(`createNatsSink: ${problem}`);
});

it.each([
  ['2.8.4', 'server_too_old', 'the NATS server has version 2.8.4: 2.9 or newer is needed'],
  ['1.4.1', 'server_too_old', 'the NATS server has version 1.4.1: 2.9 or newer is needed'],
  [null, 'unavailable', 'NATS is not connected'],
])('a server of version %s is %s', async (version, code, message) => {
  const sink = createNatsSink({ connection: connectionTo(version), stream: 'EVENTS' });
  await expect(sink.check()).rejects.toMatchObject({ name: 'NatsSinkError', code, message });
});
