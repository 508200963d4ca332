import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTEXT, KEYS, OTHER_PHONE, PHONE, key } from '../../test/fixtures.js';
import type { PhoneNumber } from '../identity/phone-number.js';
import { createKeyRing } from '../shared/key-ring.js';
import { digestCode, matchesDigest, phoneKey, type CodeContext } from './code-digest.js';
import { toOneTimeCode } from './one-time-code.js';

const CODE = toOneTimeCode(42);
const digest = digestCode(KEYS, CONTEXT, CODE);

describe('the digest of a code', () => {
  it('matches the code it was made of', () => {
    expect(matchesDigest(KEYS, CONTEXT, CODE, digest)).toBe(true);
  });

  it('stays the same over releases, so that codes that are out survive an upgrade', () => {
    expect(digest).toEqual({
      keyId: 'k1',
      hmac: '7e95b5b97cb62329e121139ea5343e1b3bd95098f2d58d9a96671881441f9783',
    });
  });

  it.each<[string, Partial<CodeContext>]>([
    ['tenant', { tenantId: 'acme2' }],
    ['identity', { identityId: 'bob' }],
    ['purpose', { purpose: 'phone' }],
    ['sending', { codeId: 'c0ffee00-0000-4000-8000-000000000002' }],
    ['phone number', { phone: OTHER_PHONE }],
    ['split between tenant and identity', { tenantId: 'acm', identityId: 'eada' }],
  ])('does not match for another %s', (_, change) => {
    expect(matchesDigest(KEYS, { ...CONTEXT, ...change } as CodeContext, CODE, digest)).toBe(false);
  });

  it('does not match for another session, nor for the same challenge without one', () => {
    const stepUp: CodeContext = { ...CONTEXT, purpose: 'step_up', sessionId: 'session-1' };
    const bound = digestCode(KEYS, stepUp, CODE);
    expect(matchesDigest(KEYS, stepUp, CODE, bound)).toBe(true);
    for (const other of [{ ...stepUp, sessionId: 'session-2' }, CONTEXT]) {
      expect(matchesDigest(KEYS, other, CODE, bound)).toBe(false);
    }
  });

  it('does not match another code', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999 }), (drawn) => {
        expect(matchesDigest(KEYS, CONTEXT, toOneTimeCode(drawn), digest)).toBe(drawn === 42);
      }),
    );
  });

  it('is another for any two contexts, whatever their texts hold', () => {
    const contexts = fc.record({
      tenantId: fc.string(),
      identityId: fc.string({ unit: fc.constantFrom('"', ',', '\\\\', 'a', 'ü') }),
      purpose: fc.constantFrom('enrolment' as const, 'phone' as const),
      codeId: fc.string(),
      phone: fc.constantFrom(PHONE, OTHER_PHONE),
    });
    fc.assert(
      fc.property(contexts, contexts, (one, other) => {
        const same = JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));
        expect(matchesDigest(KEYS, other, CODE, digestCode(KEYS, one, CODE))).toBe(same);
      }),
    );
  });

  it.each([
    ['cut short', digest.hmac.slice(0, 62)],
    ['longer', `${digest.hmac}00`],
    ['empty', ''],
    ['not hexadecimal', 'z'.repeat(64)],
  ])('matches nothing where it is stored %s', (_, hmac) => {
    expect(matchesDigest(KEYS, CONTEXT, CODE, { ...digest, hmac })).toBe(false);
  });
});

describe('a rotation of keys', () => {
  const rotated = createKeyRing({ active: key('k2', 8), previous: [key('k1')] });

  it('makes new digests with the new key', () => {
    expect(digestCode(rotated, CONTEXT, CODE).keyId).toBe('k2');
    expect(digestCode(rotated, CONTEXT, CODE).hmac).not.toBe(digest.hmac);
  });

  it('keeps digests of the old key good while it is in the ring', () => {
    expect(matchesDigest(rotated, CONTEXT, CODE, digest)).toBe(true);
  });

  it('ends digests whose key has left the ring', () => {
    const without = createKeyRing({ active: key('k2', 8) });
    expect(matchesDigest(without, CONTEXT, CODE, digest)).toBe(false);
  });

  it('ends digests of a key whose id now names another secret', () => {
    const reused = createKeyRing({ active: key('k1', 9) });
    expect(matchesDigest(reused, CONTEXT, CODE, digest)).toBe(false);
  });
});

describe('the name of a phone number in the budgets', () => {
  const name = phoneKey(KEYS, 'acme', PHONE, 'owner');

  it('is 64 hexadecimal digits that stay the same over releases', () => {
    expect(name).toBe('ce04745c037201790e0a81e5554fe2b24838996b13626f75cf66967526d4209d');
  });

  it.each<[string, string, PhoneNumber, typeof KEYS]>([
    ['tenant', 'globex', PHONE, KEYS],
    ['number', 'acme', OTHER_PHONE, KEYS],
    ['key', 'acme', PHONE, createKeyRing({ active: key('k1', 8) })],
  ])('is another for another %s', (_, tenantId, phone, keys) => {
    expect(phoneKey(keys, tenantId, phone, 'owner')).not.toBe(name);
  });

  it('is another for those who only claim the number', () => {
    expect(phoneKey(KEYS, 'acme', PHONE, 'claim')).not.toBe(name);
  });
});
