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
  const [secret, message] = ['Jefe', new TextEncoder().encode('what do ya want for nothing?')];
  const answer = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';

  it('gives the answer of RFC 4231, every time', async () => {
    const hmacSha256 = hmacOf(runtime);
    for (let time = 0; time < 2; time += 1) {
      const digest = await hmacSha256(secret, message);
      expect(Buffer.from(digest).toString('hex')).toBe(answer);
    }
  });

  it.each(['zoë', 'x'.repeat(200)])('takes the secret %s as UTF-8', async (each) => {
    const expected = createHmac('sha256', Buffer.from(each)).update(message).digest('hex');
    const digest = await hmacOf(runtime)(each, message);
    expect(Buffer.from(digest).toString('hex')).toBe(expected);
  });
});

it('does not touch Web Crypto where there is a Node', () => {
  const crypto = { subtle: { importKey: () => expect.unreachable() } };
  expect(hmacOf({ process, crypto })('a', new Uint8Array())).toBeInstanceOf(Uint8Array);
});

it('is a clear error where a runtime has neither', () => {
  expect(() => hmacOf({})).toThrow(
    new TypeError('this runtime has neither node:crypto nor Web Crypto'),
  );
});
