import { createPrivateKey, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { asymmetricSignature, serviceSignature, standardSignature } from './signature.js';

/** Bytes 00 to 1f, and 20 to 3f. */
const CURRENT = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const OLD = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
const TIMESTAMP = '2026-01-01T00:00:00.000Z';
const BODY = '{"event_type":"user.deleted","name":"Zoë 😀"}';
const ID = '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11';

describe('the X-Service-Signature header', () => {
  // printf '%s' "$TIMESTAMP.$BODY" | openssl dgst -sha256 -hmac "$SECRET"
  const byCurrent = 'v1=6868472c9927cd8c778b17a1878d77d997f26902f37cf80d8c48ff92366aae91';
  const byOld = 'v1=8b890dc163ffdf56a29f26ab1652cb7d21b06395c57fbf8528d5b55bb7504f2e';

  // spec: delivery/signature
  it.each([
    [[CURRENT], `t=${TIMESTAMP},${byCurrent}`],
    [[OLD], `t=${TIMESTAMP},${byOld}`],
    [[CURRENT, OLD], `t=${TIMESTAMP},${byCurrent},${byOld}`],
  ])('has one element for each live secret, as OpenSSL computes it', (secrets, header) => {
    expect(serviceSignature(secrets, TIMESTAMP, BODY)).toBe(header);
  });
});

describe('the webhook-signature header', () => {
  // printf '%s' "$ID.1767225600.$BODY" | openssl dgst -sha256 -mac HMAC -macopt hexkey:000102… -binary | base64
  const byCurrent = 'v1,RW2I0WOA7jT4Kyo/Ye6OU1gDJNevOfZC0i5FbuvNnpo=';
  const byOld = 'v1,a0pjNxTDQY2PdxWD4q2a9QXQxO8Gp5zexp9hcaJ+zFQ=';

  it.each([
    [[CURRENT], byCurrent],
    [[CURRENT, OLD], `${byCurrent} ${byOld}`],
  ])('has one element for each live secret, as OpenSSL computes it', (secrets, header) => {
    expect(standardSignature(secrets, ID, '1767225600', BODY)).toBe(header);
  });
});

describe('the asymmetric part of the webhook-signature header', () => {
  /**
   * The pair, message and signature of the test `test_asymmetric_key_signing` of Svix (github.com/svix/svix-webhooks,
   * server/svix-server/src/worker.rs, MIT, Copyright (c) 2021 Svix), which are the example of Standard Webhooks 1.0.
   */
  const SEED = '6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbc=';
  const SIGNATURE =
    'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==';
  const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
  const der = Buffer.concat([PKCS8, Buffer.from(SEED, 'base64')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const sign = (keys: readonly KeyObject[]): string =>
    asymmetricSignature(keys, 'msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}');

  it('is that of another implementation, and of the specification', () => {
    expect(sign([key])).toBe(SIGNATURE);
  });

  it('has one element for each key', () => {
    expect(sign([key, key])).toBe(`${SIGNATURE} ${SIGNATURE}`);
  });
});

// As in the tests of the libraries of Standard Webhooks (github.com/standard-webhooks/standard-webhooks, MIT, Copyright (c) 2023 Svix).
it('the symmetric signature of that message is that of the libraries of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = ['msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', '{"test": 2432232314}'] as const;
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(standardSignature([secret], ...message)).toBe(signature);
});
