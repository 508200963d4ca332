import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ed25519Of } from './ed25519.js';
import type { Runtime } from './hmac.js';

const runtimes: readonly (readonly [name: string, runtime: Runtime])[] = [
  ['this process', globalThis],
  ['node:crypto alone', { process }],
  ['Web Crypto alone', { crypto: webcrypto }],
  ['an edge runtime with a process of its own', { process: { env: {} }, crypto: webcrypto }],
  [
    'an edge runtime that has no such module',
    { process: { getBuiltinModule: () => undefined }, crypto: webcrypto },
  ],
];

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

describe.each(runtimes)('Ed25519 of %s', (_, runtime) => {
  const verify = ed25519Of(runtime);

  // RFC 8032 section 7.1, tests 1 to 3.
  it.each([
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
  ])('gives the answers of RFC 8032: %s', async (key, message, signature) => {
    const [publicKey, signed] = [bytes(key), bytes(message)];
    for (let time = 0; time < 2; time += 1) {
      expect(await verify(publicKey, bytes(signature), signed)).toBe(true);
      expect(await verify(publicKey, bytes(signature), bytes(`${message}00`))).toBe(false);
    }
  });
});

it('does not touch Web Crypto where there is a Node', () => {
  const crypto = { subtle: { importKey: () => expect.unreachable() } };
  expect(ed25519Of({ process, crypto })(new Uint8Array(32), new Uint8Array(64), bytes(''))).toBe(
    false,
  );
});

it('is a clear error where a runtime has neither', () => {
  expect(() => ed25519Of({})).toThrow(
    new TypeError('this runtime has neither node:crypto nor Web Crypto'),
  );
});
