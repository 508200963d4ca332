import { generateKeyPairSync, webcrypto } from 'node:crypto';
import { serviceSignature } from '@stepward/core/webhooks';
import { describe, expect, it } from 'vitest';
import { receiverOf, SECRET } from '../test/deliveries.js';
import { hmacOf } from './verification/hmac.js';
import { TEST_EVENT_TYPE, testEvent, type PublicJwk } from './index.js';

const now = new Date('2026-01-01T00:00:00.000Z');

describe.each([
  ['node:crypto', hmacOf({ process })],
  ['Web Crypto', hmacOf({ crypto: webcrypto })],
])('a test event, by %s,', (_, hmacSha256) => {
  it('is signed as the sender signs', async () => {
    const secret = [SECRET, 'whsec_other'];
    const { headers, body } = await testEvent('user.created', { secret, now, hmacSha256 });
    expect(headers['x-service-signature']).toBe(
      serviceSignature(secret, now.toISOString(), Buffer.from(body).toString()),
    );
  });

  it('is accepted', async () => {
    const { receiver } = receiverOf({ hmacSha256 });
    const received = await receiver.receive(
      await testEvent('user.created', { secret: SECRET, now, hmacSha256 }),
    );
    expect(received).toMatchObject({ type: 'accepted', event: { eventType: 'user.created' } });
  });
});

describe('a test event with a private key', () => {
  const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { kty = '', crv = '', x = '', d = '' } = privateKey;

  it('is accepted by its public key, and by no other', async () => {
    const [theirs, others] = [
      { kty, crv, x },
      { kty, crv, x: 'A'.repeat(43) },
    ];
    const delivery = await testEvent('user.created', { privateKey, now });
    expect(delivery.headers).not.toHaveProperty('x-service-signature');
    const receive = (key: PublicJwk) =>
      receiverOf({ secrets: [], publicKeys: [key] }).receiver.receive(delivery);
    expect(await receive(theirs)).toMatchObject({ type: 'accepted', event: { known: true } });
    expect(await receive(others)).toMatchObject({ reason: 'signature_mismatch' });
  });

  it('and a secret is accepted by either', async () => {
    const delivery = await testEvent('user.created', { secret: SECRET, privateKey, now });
    const publicKeys = [{ kty, crv, x }];
    for (const options of [{}, { secrets: [], publicKeys }, { publicKeys }]) {
      const received = await receiverOf(options).receiver.receive(delivery);
      expect(received).toMatchObject({ type: 'accepted', event: { eventType: 'user.created' } });
    }
  });

  it.each([
    ['a public key', { kty, crv, x }],
    ['a key of another curve', { ...privateKey, crv: 'X25519' }],
    ['a text', 'whsk_x'],
    ['null', null],
  ])('that is %s is a TypeError which does not show it', async (_, given) => {
    const made = testEvent('user.created', { privateKey: given as typeof privateKey });
    const error: unknown = await made.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/testEvent: privateKey must be/);
    expect(String(error)).not.toContain(d);
  });
});

it('needs a secret or a private key', async () => {
  await expect(testEvent('user.created', {})).rejects.toThrow('testEvent: secret must be a secret');
});

it('has the sample for its data, but for the fields that it is given', async () => {
  const data = { email: 'zoë@example.com', name: undefined };
  const { body } = await testEvent('user.created', { secret: SECRET, data });
  const { data: sent } = JSON.parse(Buffer.from(body).toString()) as { data: object };
  expect(sent).toMatchObject({ id: 'usr_7f3a', email: 'zoë@example.com' });
  expect(sent).not.toHaveProperty('name');
});

it('may have every part chosen', async () => {
  const eventId = '0190f3a0-0000-7000-8000-000000000001';
  const idempotencyKey = '0190f3a0-0000-7000-8000-000000000002';
  const chosen = { eventId, idempotencyKey, attempt: 3, naming: 'legacy', now } as const;
  const { headers, body } = await testEvent('organisation.deleted', { secret: SECRET, ...chosen });
  expect(headers).toMatchObject({
    'x-webhook-event': 'org.deleted',
    'x-webhook-id': eventId,
    'x-webhook-timestamp': '2026-01-01T00:00:00.000Z',
    'x-idempotency-key': idempotencyKey,
    'x-webhook-attempt': '3',
  });
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({
    event_type: 'org.deleted',
    event_id: eventId,
    idempotency_key: idempotencyKey,
  });
});

it('may be the one that subscribers ask for, which no catalogue has', async () => {
  const { receiver } = receiverOf();
  const delivery = await testEvent(TEST_EVENT_TYPE, { secret: SECRET, now, data: { any: 1 } });
  expect(await receiver.receive(delivery)).toMatchObject({
    event: { known: false, reason: 'unknown_type', eventType: 'webhook.test', data: { any: 1 } },
  });
});

it('takes only events and fields that there are', async () => {
  // @ts-expect-error There is no such event.
  await expect(testEvent('user.vanished', { secret: SECRET })).rejects.toThrow(TypeError);
  // @ts-expect-error The field is a text.
  await testEvent('user.deleted', { secret: SECRET, data: { deleted_at: 1 } });
  // @ts-expect-error The event has no such field.
  await testEvent('user.deleted', { secret: SECRET, data: { revoked_at: '' } });
});
