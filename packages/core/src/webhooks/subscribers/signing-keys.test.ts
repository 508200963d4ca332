import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  createSigningKeys,
  privateKeysOf,
  publicKeysOf,
  whpkOf,
  type SigningKeysOptions,
} from './signing-keys.js';

const NOW = new Date('2026-11-01T00:00:00.000Z');

function key(id: string, byte = 7) {
  return { id, secret: new Uint8Array(32).fill(byte) };
}

describe('the public keys of a tenant', () => {
  // HKDF-SHA-256 and Ed25519 of Python's `cryptography`, with the info `stepward/webhook-signing/v1 acme`.
  it.each([
    ['acme', 7, 'D_lIhQXQVcsrtabN5ZtDagS0Bxnk7mJ0husXk8H8p_k'],
    ['globex', 7, 'sf7tP4ycgtKJ0TO0iJQpQF9O4X36UOszPBPPOJFGksM'],
    ['acme', 8, 'epiDqU-DtIklSNJL-Q7VYAiMQnc5iI-GNwSonTvtvFw'],
  ])('follow from its id and the secret: %s, %d', (tenantId, byte, x) => {
    const keys = createSigningKeys({ active: key('2026-11', byte) });
    const expected = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: '2026-11', x };
    expect(publicKeysOf(keys, tenantId, NOW)).toEqual([expected]);
  });

  it('are those of the active key, then of each other one until its time', () => {
    const previous = [
      { ...key('ended', 1), until: NOW },
      { ...key('ending', 2), until: '2026-11-01T00:00:00.001Z' },
      key('open', 3),
    ];
    const keys = createSigningKeys({ active: key('new'), previous });
    const kids = publicKeysOf(keys, 'acme', NOW).map(({ kid }) => kid);
    expect(kids).toEqual(['new', 'ending', 'open']);
  });
});

it('the key of a tenant is the same, however many tenants were asked for between', () => {
  const keys = createSigningKeys({ active: key('new') });
  const [first] = privateKeysOf(keys, 'acme', NOW);
  expect(privateKeysOf(keys, 'acme', NOW)[0]).toBe(first);
  for (let n = 0; n < 1_000; n += 1) privateKeysOf(keys, `tenant-${String(n)}`, NOW);
  const [again] = privateKeysOf(keys, 'acme', NOW);
  expect(again).not.toBe(first);
  expect(first !== undefined && again?.equals(first)).toBe(true);
});

it('a public key has the form of Standard Webhooks', () => {
  const x = 'D_lIhQXQVcsrtabN5ZtDagS0Bxnk7mJ0husXk8H8p_k';
  expect(whpkOf({ x })).toBe(`whpk_${Buffer.from(x, 'base64url').toString('base64')}`);
});

describe('signing keys', () => {
  it('show no secret where they are printed', () => {
    const secret = 'c2lnbmluZy1zZWNyZXQtb2YtMzItYnl0ZXMtaGVyZSE=';
    const active = { id: 'new', secret };
    const keys = createSigningKeys({ active, previous: [key('old')] });
    for (const text of [inspect(keys, { depth: 9, showHidden: true }), JSON.stringify(keys)]) {
      expect(text).not.toContain(secret.slice(0, 12));
      expect(text).not.toContain(Buffer.from(secret, 'base64').toString().slice(0, 12));
      expect(text).not.toMatch(/07,? ?07|7, 7/);
    }
  });

  it.each<[string, object, RegExp]>([
    ['no active key', {}, /active is missing; it must be a key/],
    ['an unknown option', { active: key('a'), kid: 'a' }, /kid/],
    [
      'a short secret',
      { active: { id: 'a', secret: new Uint8Array(31) } },
      /secret of key "a" must be at least 32/,
    ],
    ['no secret', { active: { id: 'a', secret: '' } }, /secret of key "a" is missing/],
    ['an empty id', { active: key('') }, /a key id must be 1 to 64 characters/],
    ['one id twice', { active: key('a'), previous: [key('a', 8)] }, /key id "a" is used twice/],
    [
      'four previous keys',
      { active: key('a'), previous: ['b', 'c', 'd', 'e'].map((id) => key(id)) },
      /at most 3 keys/,
    ],
    [
      'an end that is a day',
      { active: key('a'), previous: [{ ...key('b'), until: '2026-11-01' }] },
      /until of key "b" must be a time/,
    ],
    [
      'an end that is no time',
      { active: key('a'), previous: [{ ...key('b'), until: new Date(Number.NaN) }] },
      /until of key "b"/,
    ],
    [
      'an end that is a number',
      { active: key('a'), previous: [{ ...key('b'), until: 1 }] },
      /until of key "b"/,
    ],
  ])('are not made with %s', (_, options, message) => {
    const make = (): unknown => createSigningKeys(options as SigningKeysOptions);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
    expect(make).toThrow(/^createSigningKeys: /);
  });
});
