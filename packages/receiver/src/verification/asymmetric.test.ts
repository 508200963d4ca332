import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { receiverOf, SECRET } from '../../test/deliveries.js';
import { newKey, signedDelivery } from '../../test/signed-delivery.js';
import { createReceiver, type ReceiverOptions } from '../index.js';
import { ed25519Of } from './ed25519.js';

const [OURS, NEXT, OTHERS] = [newKey(), newKey(), newKey()];

/**
 * The message, public key and signatures of the tests of Svix (github.com/svix/svix-webhooks, server/svix-server/src/worker.rs, MIT,
 * Copyright (c) 2021 Svix); the signature is the example of Standard Webhooks 1.0.
 */
const KNOWN = {
  publicKey: 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
  now: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature':
      'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
  },
};
const MISMATCH = { type: 'refused', reason: 'signature_mismatch' };
const MALFORMED = { type: 'refused', reason: 'signature_malformed' };

describe.each([
  ['node:crypto', ed25519Of({ process })],
  ['Web Crypto', ed25519Of({ crypto: webcrypto })],
])('by %s, a delivery', (_, verifyEd25519) => {
  const receiver = (options: Partial<ReceiverOptions>) =>
    receiverOf({ secrets: [], verifyEd25519, ...options }).receiver;
  const ours = receiver({ publicKeys: [OURS.whpk] });

  it('of another implementation is accepted as a known answer', async () => {
    const known = receiver({ publicKeys: [KNOWN.publicKey], clock: { now: () => KNOWN.now } });
    expect(await known.receive(KNOWN)).toMatchObject({
      type: 'accepted',
      event: { known: false, reason: 'standard_webhooks', data: { test: 2_432_232_314 } },
    });
    expect(await known.receive({ ...KNOWN, body: `${KNOWN.body} ` })).toEqual(MISMATCH);
  });

  it.each(['v1a', 'both'] as const)('signed by %s is an event of Stepward', async (signature) => {
    const { body, headers } = signedDelivery([OURS], { signature });
    expect(await ours.receive({ headers, body })).toMatchObject({
      type: 'accepted',
      event: { known: true, eventType: 'user.deleted', data: { id: 'usr_7f3a' } },
    });
  });

  it('is accepted by a key of the list, as text or as a JSON Web Key', async () => {
    const rotated = signedDelivery([NEXT, OURS]);
    for (const publicKeys of [[OTHERS.whpk, OURS.whpk], [NEXT.jwk], [OURS.jwk, OURS.whpk]]) {
      expect((await receiver({ publicKeys }).receive(rotated)).type).toBe('accepted');
    }
  });

  it('of another key is refused', async () => {
    expect(await ours.receive(signedDelivery([NEXT, OTHERS]))).toEqual(MISMATCH);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'body'])(
    'with another %s is refused',
    async (part) => {
      const { body, headers } = signedDelivery([OURS]);
      const changed: Record<string, string> = {
        'webhook-id': '0190f3a0-0000-7000-8000-000000000002',
        'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1),
      };
      const request =
        part === 'body'
          ? { headers, body: `${body} ` }
          : { headers: { ...headers, [part]: changed[part] }, body };
      expect(await ours.receive(request)).toEqual(MISMATCH);
    },
  );

  it('that is too old is refused before its signature is looked at', async () => {
    const old = signedDelivery([OTHERS], { now: new Date('2025-12-31T00:00:00Z') });
    expect(await ours.receive(old)).toMatchObject({ reason: 'timestamp_out_of_tolerance' });
  });

  const [signature = ''] = [signedDelivery([OURS]).headers['webhook-signature']];
  it.each([
    ['without padding', signature.slice(0, -2)],
    ['with bits behind its end', signature.replace(/.==$/, 'B==')],
    ['of 63 bytes', `v1a,${Buffer.alloc(63).toString('base64')}`],
    ['of 65 bytes', `v1a,${Buffer.alloc(65).toString('base64')}`],
    ['in base64url', signature.replace(/^v1a,../, 'v1a,_-')],
    ['under another version', signature.replace('v1a', 'v1b')],
    ['behind a comma', `x,${signature}`],
    ['five times', Array(5).fill(signature).join(' ')],
    ['of nothing', 'v1a,'],
  ])('with a signature %s is malformed', async (_name, sent) => {
    const { body, headers } = signedDelivery([OURS]);
    const request = { headers: { ...headers, 'webhook-signature': sent }, body };
    expect(await ours.receive(request)).toEqual(MALFORMED);
  });

  it('with other elements beside its own is accepted', async () => {
    const { body, headers } = signedDelivery([OURS]);
    const sent = `v2,x v1a,no ${signedDelivery([NEXT]).headers['webhook-signature'] ?? ''} ${signature}`;
    const request = { headers: { ...headers, 'webhook-signature': sent }, body };
    expect((await ours.receive(request)).type).toBe('accepted');
  });
});

it('a receiver without public keys passes v1a over, and one without secrets v1', async () => {
  const { body, headers } = signedDelivery([OURS], { signature: 'both' });
  const { 'x-service-signature': _, ...standard } = headers;
  const [v1 = '', v1a = ''] = (headers['webhook-signature'] ?? '').split(' ');
  const only = (signature: string) => ({
    headers: { ...standard, 'webhook-signature': signature },
    body,
  });
  const bySecret = receiverOf().receiver;
  const byKey = receiverOf({ secrets: [], publicKeys: [OURS.whpk] }).receiver;
  expect(await bySecret.receive(only(v1a))).toEqual(MALFORMED);
  expect(await byKey.receive(only(v1))).toEqual(MISMATCH);
  expect((await bySecret.receive(only(v1))).type).toBe('accepted');
  expect((await byKey.receive(only(v1a))).type).toBe('accepted');
});

it('X-Service-Signature decides where the receiver has secrets, whatever the public keys say', async () => {
  const { receiver } = receiverOf({ publicKeys: [OURS.whpk] });
  const { body, headers } = signedDelivery([OURS]);
  expect((await receiver.receive({ headers, body })).type).toBe('accepted');
  const forged = {
    ...headers,
    'x-service-signature': headers['x-service-signature']!.replace(/.$/, 'g'),
  };
  expect(await receiver.receive({ headers: forged, body })).toEqual(MALFORMED);
  const { 'x-service-signature': _, ...standard } = headers;
  expect((await receiver.receive({ headers: standard, body })).type).toBe('accepted');
});

describe('a receiver is not made with', () => {
  const PRIVATE = { ...OURS.jwk, d: 'x' };
  it.each<[string, unknown]>([
    ['no public key at all', []],
    ['nine public keys', Array(9).fill(OURS.whpk)],
    ['a private key of Standard Webhooks', ['whsk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=']],
    ['a secret', [SECRET]],
    ['a key of 31 bytes', [`whpk_${Buffer.alloc(31).toString('base64')}`]],
    ['a key of 33 bytes', [`whpk_${Buffer.alloc(33).toString('base64')}`]],
    ['a key with a line break behind it', [`${OURS.whpk}\n`]],
    ['a private JSON Web Key', [PRIVATE]],
    ['a JSON Web Key of another curve', [{ ...OURS.jwk, crv: 'X25519' }]],
    ['a JSON Web Key to encrypt with', [{ ...OURS.jwk, use: 'enc' }]],
    ['a JSON Web Key of another algorithm', [{ ...OURS.jwk, alg: 'ES256' }]],
    ['a JSON Web Key to sign with', [{ ...OURS.jwk, key_ops: ['sign'] }]],
    ['null among the keys', [null]],
    ['an unset variable', [undefined]],
    ['a text', OURS.whpk],
    ['no address', {}],
    ['an address by http', { jwksUrl: 'http://keys.example.com/' }],
    ['an address by http in a private network', { jwksUrl: 'http://10.0.0.1/keys.json' }],
    ['an address by http of a metadata service', { jwksUrl: 'http://169.254.169.254/' }],
    ['an address that begins like this machine', { jwksUrl: 'http://127.0.0.1.example.com/' }],
    ['an address of a file', { jwksUrl: 'file:///etc/keys.json' }],
    ['an address with a password', { jwksUrl: 'https://a:b@keys.example.com/' }],
    ['an address without a protocol', { jwksUrl: 'keys.example.com' }],
    ['no pause between reads', { jwksUrl: 'https://keys.example.com/', cooldownMs: 999 }],
    ['an unknown option', { jwksUrl: 'https://keys.example.com/', ttl: 1 }],
  ])('%s', (_, publicKeys) => {
    const made = () => createReceiver({ secrets: [], publicKeys: publicKeys as [string] });
    expect(made).toThrow(TypeError);
    expect(made).toThrow(/^createReceiver: .*publicKeys/);
  });
});
