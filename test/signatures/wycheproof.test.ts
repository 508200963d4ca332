import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ed25519Of } from '../../packages/receiver/src/verification/ed25519.js';
import { hmacOf } from '../../packages/receiver/src/verification/hmac.js';
import { referenceVerify } from './reference-ed25519.js';
import ed25519 from './wycheproof/ed25519.json' with { type: 'json' };
import hmacSha256 from './wycheproof/hmac-sha256.json' with { type: 'json' };

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

it('the vectors are those of Wycheproof', () => {
  const counts = [ed25519, hmacSha256].map(({ tests }) =>
    ['valid', 'invalid'].map((wanted) => tests.filter(({ result }) => result === wanted).length),
  );
  expect(counts).toEqual([
    [88, 63],
    [33, 54],
  ]);
});

describe.each([
  ['node:crypto', ed25519Of({ process })],
  ['Web Crypto', ed25519Of({ crypto: webcrypto })],
  ['the formulas of RFC 8032', referenceVerify],
])('Ed25519 by %s', (_, verify) => {
  it.each(ed25519.tests)('$id is $result: $comment', async ({ result, ...test }) => {
    const isValid = await verify(bytes(test.publicKey), bytes(test.signature), bytes(test.message));
    expect(isValid).toBe(result === 'valid');
  });
});

describe.each([
  ['node:crypto', hmacOf({ process })],
  ['Web Crypto', hmacOf({ crypto: webcrypto })],
])('HMAC-SHA-256 by %s', (_, hmac) => {
  it.each(hmacSha256.tests)('$id is $result: $comment', async ({ result, key, message, tag }) => {
    expect((await hmac(bytes(key), '', bytes(message))) === tag).toBe(result === 'valid');
  });
});
