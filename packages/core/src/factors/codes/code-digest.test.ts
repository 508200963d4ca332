import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONTEXT, KEYS, OTHER_PHONE, PHONE, key } from '../../../test/fixtures.js';
import type { PhoneNumber } from '../../records/phone-number.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import {
  destinationDigest,
  destinationKey,
  digestCode,
  matchesDigest,
  type CodeContext,
} from './code-digest.js';
import { toOneTimeCode } from '../../shared/one-time-code.js';

const CODE = toOneTimeCode(42);
const digest = digestCode(KEYS, CONTEXT, CODE);

describe('the digest of a code', () => {
  it('matches the code it was made of', () => {
    expect(matchesDigest(KEYS, CONTEXT, CODE, digest)).toBe(true);
  });

  it('stays the same over releases, so that codes that are out survive an upgrade', () => {
    expect(digest).toBe('azE.9c48276372bbd54de48345499c1aff87ad66012894bb795bf89c9eb254975a93');
  });

  it.each<[string, Partial<CodeContext>]>([
    ['tenant', { tenantId: 'acme2' }],
    ['identity', { identityId: 'bob' }],
    ['purpose', { purpose: 'phone' }],
    ['sending', { codeId: 'c0ffee00-0000-4000-8000-000000000002' }],
    ['destination', { destination: OTHER_PHONE }],
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

  it('does not match for another operation, nor without the one it was made for', () => {
    const approval: CodeContext = { ...CONTEXT, operation: 'digest-1' };
    const bound = digestCode(KEYS, approval, CODE);
    expect(matchesDigest(KEYS, approval, CODE, bound)).toBe(true);
    for (const other of [{ ...CONTEXT, operation: 'digest-2' }, CONTEXT]) {
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
      factor: fc.constant('sms' as const),
      purpose: fc.constantFrom('enrolment' as const, 'phone' as const),
      codeId: fc.string(),
      destination: fc.constantFrom(PHONE, OTHER_PHONE),
    });
    fc.assert(
      fc.property(contexts, contexts, (one, other) => {
        const same = JSON.stringify(Object.values(one)) === JSON.stringify(Object.values(other));
        expect(matchesDigest(KEYS, other, CODE, digestCode(KEYS, one, CODE))).toBe(same);
      }),
    );
  });

  it.each([
    ['cut short', digest.slice(0, -2)],
    ['longer', `${digest}00`],
    ['empty', ''],
    ['without its HMAC', digest.slice(0, 4)],
    ['without its key', digest.slice(4)],
    ['not in hexadecimal', `${digest.slice(0, 4)}${'z'.repeat(64)}`],
  ])('matches nothing where it is stored %s', (_, stored) => {
    expect(matchesDigest(KEYS, CONTEXT, CODE, stored)).toBe(false);
  });
});

describe('a rotation of keys', () => {
  const rotated = createKeyRing({ active: key('k2', 8), previous: [key('k1')] });

  it('makes new digests with the new key', () => {
    expect(digestCode(rotated, CONTEXT, CODE)).toMatch(/^azI\.[0-9a-f]{64}$/);
    expect(digestCode(rotated, CONTEXT, CODE).slice(4)).not.toBe(digest.slice(4));
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

describe('the digest of where a code was sent', () => {
  const sentTo = destinationDigest(KEYS, 'acme', PHONE);
  const rotated = createKeyRing({ active: key('k2', 8), previous: [key('k1')] });

  it('stays the same over releases', () => {
    expect(sentTo).toBe('azE.ca59db2a62625f3be70648714f9778dced52b0b3988960b8fb585b7b22b55a87');
  });

  it('is another for another tenant and another number', () => {
    expect(destinationDigest(KEYS, 'globex', PHONE)).not.toBe(sentTo);
    expect(destinationDigest(KEYS, 'acme', OTHER_PHONE)).not.toBe(sentTo);
  });

  it('is made with the new key after a rotation, and with that of a stored one to compare the two', () => {
    expect(destinationDigest(rotated, 'acme', PHONE)).toMatch(/^azI\./);
    expect(destinationDigest(rotated, 'acme', PHONE, sentTo)).toBe(sentTo);
    expect(destinationDigest(rotated, 'acme', OTHER_PHONE, sentTo)).not.toBe(sentTo);
  });

  it('equals a stored one whose key has left the ring', () => {
    const without = createKeyRing({ active: key('k2', 8) });
    expect(destinationDigest(without, 'acme', OTHER_PHONE, sentTo)).toBe(sentTo);
  });
});

describe('the name of a destination in the budgets', () => {
  const name = destinationKey(KEYS, 'acme', PHONE, 'owner');

  it('is 64 hexadecimal digits that stay the same over releases', () => {
    expect(name).toBe('425fbf6b279d81cae1703838ecb8fb0e1756f79754376fdd0dcb3aa51d7d662e');
  });

  it.each<[string, string, PhoneNumber, typeof KEYS]>([
    ['tenant', 'globex', PHONE, KEYS],
    ['number', 'acme', OTHER_PHONE, KEYS],
    ['key', 'acme', PHONE, createKeyRing({ active: key('k1', 8) })],
  ])('is another for another %s', (_, tenantId, phone, keys) => {
    expect(destinationKey(keys, tenantId, phone, 'owner')).not.toBe(name);
  });

  it('is another for those who only claim the number', () => {
    expect(destinationKey(KEYS, 'acme', PHONE, 'claim')).not.toBe(name);
  });
});
