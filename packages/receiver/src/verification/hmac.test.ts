import { createHmac, webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hmacOf, type Runtime } from './hmac.js';

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

describe.each(runtimes)('the HMAC of %s', (_, runtime) => {
  // RFC 4231 section 4.3.
  const [secret, text] = ['Jefe', 'what do ya want '];
  const bytes = new TextEncoder().encode('for nothing?');
  const answer = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

  it('gives the answer of RFC 4231, every time', async () => {
    const hmacSha256 = hmacOf(runtime);
    for (let time = 0; time < 2; time += 1) {
      expect(await hmacSha256(secret, text, bytes)).toBe(answer);
    }
  });

  it.each(['zoë', 'x'.repeat(200)])('takes the secret %s as UTF-8', async (each) => {
    const hmac = createHmac('sha256', Buffer.from(each)).update(text).update(bytes);
    expect(await hmacOf(runtime)(each, text, bytes)).toBe(hmac.digest('hex'));
  });
});

it.each(runtimes)('the HMAC of %s takes a key of bytes', async (_, runtime) => {
  const key = Uint8Array.from([0, 255, 128]);
  const hmac = createHmac('sha256', key).update('text').digest('hex');
  expect(await hmacOf(runtime)(key, 'text', new Uint8Array())).toBe(hmac);
});

it('does not touch Web Crypto where there is a Node', () => {
  const crypto = { subtle: { importKey: () => expect.unreachable() } };
  expect(hmacOf({ process, crypto })('a', '', new Uint8Array())).toMatch(/^[0-9a-f]{64}$/);
});

it('is a clear error where a runtime has neither', () => {
  expect(() => hmacOf({})).toThrow(
    new TypeError('this runtime has neither node:crypto nor Web Crypto'),
  );
});
