import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { describe, expect, it } from 'vitest';
import { createSetSigner, type SetSigningKey } from './signing-keys.js';

const rsa = (modulusLength = 2_048) => generateKeyPairSync('rsa', { modulusLength }).privateKey;
const first = rsa();
const second = rsa();
const pem = first.export({ type: 'pkcs8', format: 'pem' }) as string;

const CLAIMS = {
  ...{ iss: 'https://id.test', iat: 1_767_225_600, jti: 'j', aud: ['a', 'b'], txn: 't' },
  sub_id: { format: 'opaque', id: 's' } as const,
  events: { uri: {} },
};

describe('a signer', () => {
  it('signs with the active key; the published ones, private or public, verify what they signed', async () => {
    const before = createSetSigner({ active: { id: 'one', key: pem } });
    const token = await before.sign(CLAIMS);
    for (const key of [first, createPublicKey(first), pem]) {
      const after = createSetSigner({
        active: { id: 'two', key: second },
        published: [{ id: 'one', key }],
      });
      expect(after.keySet.keys.map(({ kid }) => kid)).toEqual(['two', 'one']);
      const keySet = createLocalJWKSet(after.keySet as JSONWebKeySet);
      for (const each of [token, await after.sign(CLAIMS)]) {
        expect((await jwtVerify(each, keySet)).payload).toEqual(CLAIMS);
      }
      expect(JSON.stringify(after.keySet)).not.toMatch(/"(?:d|p|q|dp|dq|qi)":/);
    }
  });

  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const short = rsa(1_024);
  it.each<[string, SetSigningKey, string]>([
    ['of 1024 bits', { id: 'k', key: short }, 'key "k" must be a private RSA key of 2048 bits'],
    ['of another kind', { id: 'k', key: ec }, 'key "k" must be a private RSA key'],
    ['that is public', { id: 'k', key: createPublicKey(first) }, 'must be a private RSA key'],
    ['that is no key', { id: 'k', key: 'secret text' }, 'key "k" must be a private RSA key'],
    ['that is missing', { id: 'k', key: undefined as never }, 'must be a private RSA key'],
    ['without an id', { id: '', key: first }, 'a key id must be 1 to 64 characters'],
  ])('refuses a key %s, and never shows it', (_, active, message) => {
    expect(() => createSetSigner({ active })).toThrow(message);
    expect(() => createSetSigner({ active })).not.toThrow('secret text');
  });

  it('refuses two keys with one id, and more than five that are published', () => {
    const active = { id: 'k', key: first };
    expect(() => createSetSigner({ active, published: [{ id: 'k', key: second }] })).toThrow(
      'key id "k" is used twice',
    );
    const published = Array.from({ length: 6 }, (_, id) => ({ id: String(id), key: second }));
    expect(() => createSetSigner({ active, published })).toThrow('published must be a list');
  });
});
