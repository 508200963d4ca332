import { createPrivateKey } from 'node:crypto';
import { asymmetricSignature, serviceSignature, standardSignature } from '@stepward/core/webhooks';
import vectorsFile from '@stepward/receiver/vectors.json' with { type: 'json' };
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createReceiver } from '../index.js';

interface Vector {
  readonly name: string;
  readonly secrets: readonly string[];
  readonly publicKeys: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const vectors: readonly Vector[] = vectorsFile.vectors;

/** Of the tests 1 and 2 of RFC 8032, section 7.1. */
const seeds: Readonly<Record<string, string>> = {
  'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=':
    '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  'whpk_PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=':
    '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
};

function privateKeyOf(publicKey: string) {
  const pkcs8 = `302e020100300506032b657004220420${seeds[publicKey] ?? ''}`;
  return createPrivateKey({ key: Buffer.from(pkcs8, 'hex'), format: 'der', type: 'pkcs8' });
}

const elementsOf = (signature: string, version: string): string =>
  signature
    .split(' ')
    .filter((element) => element.startsWith(`${version},`))
    .join(' ');

// The clocks of the two libraries cannot be handed over.
afterEach(() => {
  vi.useRealTimers();
});

it('there are vectors of every kind', () => {
  expect(vectors.map(({ secrets }) => secrets.length)).toEqual([1, 1, 1, 2, 5, 1, 1, 2]);
  expect(vectors.map(({ publicKeys }) => publicKeys.length)).toEqual([0, 0, 0, 0, 0, 0, 1, 2]);
  expect(vectors.some(({ body }) => body.includes('"org.'))).toBe(true);
  expect(vectors.some(({ body }) => Buffer.byteLength(body) > body.length)).toBe(true);
});

describe.each(vectors)('the vector "$name"', ({ secrets, publicKeys, headers, body }) => {
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '' } = headers;
  const { 'webhook-signature': signature = '' } = headers;
  const [symmetric, asymmetric] = ['v1', 'v1a'].map((version) => elementsOf(signature, version));
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  const clock = { now: () => new Date(timestamp) };

  // spec: delivery/signed-string
  it('is what core signs', () => {
    expect(serviceSignature(secrets, timestamp, body)).toBe(headers['x-service-signature']);
    expect(['', standardSignature(secrets, id, seconds, body)]).toContain(symmetric);
    const keys = publicKeys.map(privateKeyOf);
    expect(asymmetricSignature(keys, id, seconds, body)).toBe(asymmetric);
    expect(signature).toBe([symmetric, asymmetric].join(' ').trim());
    expect(Number(seconds)).toBe(Math.floor(clock.now().getTime() / 1_000));
  });

  it.each(publicKeys)('is accepted by a receiver that holds %s alone', async (publicKey) => {
    const receiver = createReceiver({ secrets: [], publicKeys: [publicKey], clock });
    expect(await receiver.receive({ headers, body })).toMatchObject({ type: 'accepted' });
    const changed = { headers, body: `${body} ` };
    expect(await receiver.receive(changed)).toMatchObject({ reason: 'signature_mismatch' });
  });

  // Without its v1 elements a delivery is verified by the secret in our own header alone.
  const standardSecrets = symmetric === '' ? [] : secrets;

  it.each(standardSecrets)('is the same event without our own headers, with %s', async (secret) => {
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

  it.each(standardSecrets)(
    'is accepted by the libraries of Standard Webhooks with %s',
    (secret) => {
      vi.useFakeTimers({ now: clock.now(), toFake: ['Date'] });
      const envelope: unknown = JSON.parse(body);
      expect(new StandardWebhook(secret).verify(body, { ...headers })).toEqual(envelope);
      expect(new SvixWebhook(secret).verify(body, { ...headers })).toEqual(envelope);
      expect(() => new StandardWebhook(secret).verify(`${body} `, { ...headers })).toThrow();
    },
  );
});
