import { serviceSignature, standardSignature } from '@stepward/core/webhooks';
import vectorsFile from '@stepward/receiver/vectors.json' with { type: 'json' };
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createReceiver } from '../index.js';

interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const vectors: readonly Vector[] = vectorsFile.vectors;

// The clocks of the two libraries cannot be handed over.
afterEach(() => {
  vi.useRealTimers();
});

it('there are vectors of every kind', () => {
  expect(vectors.map(({ secrets }) => secrets.length)).toEqual([1, 1, 1, 2, 5, 1]);
  expect(vectors.some(({ body }) => body.includes('"org.'))).toBe(true);
  expect(vectors.some(({ body }) => Buffer.byteLength(body) > body.length)).toBe(true);
});

describe.each(vectors)('the vector "$name"', ({ secrets, headers, body }) => {
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '' } = headers;
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  const clock = { now: () => new Date(timestamp) };

  // spec: delivery/signed-string
  it('is what core signs', () => {
    expect(serviceSignature(secrets, timestamp, body)).toBe(headers['x-service-signature']);
    expect(standardSignature(secrets, id, seconds, body)).toBe(headers['webhook-signature']);
    expect(Number(seconds)).toBe(Math.floor(clock.now().getTime() / 1_000));
  });

  it.each(secrets)('is the same event without our own headers, with %s', async (secret) => {
    const receiver = createReceiver({ secrets: [secret], clock });
    const standard = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
    const received = await receiver.receive({ headers: Object.fromEntries(standard), body });
    expect(received).toMatchObject({ type: 'accepted', event: { known: true } });
    expect(received).toMatchObject(await receiver.receive({ headers, body }));
  });

  // spec: delivery/signed-string
  it.each(secrets)('is accepted by a receiver that holds %s', async (secret) => {
    const receiver = createReceiver({ secrets: [secret], clock });
    expect(await receiver.receive({ headers, body })).toMatchObject({
      type: 'accepted',
      event: { known: true },
    });
    const other = createReceiver({ secrets: ['whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldC4='], clock });
    expect(await other.receive({ headers, body })).toMatchObject({ reason: 'signature_mismatch' });
  });

  it.each(secrets)('is accepted by the libraries of Standard Webhooks with %s', (secret) => {
    vi.useFakeTimers({ now: clock.now(), toFake: ['Date'] });
    const envelope: unknown = JSON.parse(body);
    expect(new StandardWebhook(secret).verify(body, { ...headers })).toEqual(envelope);
    expect(new SvixWebhook(secret).verify(body, { ...headers })).toEqual(envelope);
    expect(() => new StandardWebhook(secret).verify(`${body} `, { ...headers })).toThrow();
  });
});
