import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickStretch } from '@stepward/testing';
import { KEYS, key } from '../../../test/fixtures.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import { printBase32Code, toBase32Code, type Base32Code } from '../../shared/base32-code.js';
import { parseRecoveryCode, stretchCode } from './recovery-code.js';
import { codesLeft, recoverySet, saltOf, withoutCode } from './recovery-set.js';

const OWNER = { tenantId: 'acme', identityId: 'ada' };
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
const earlierBytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
const parsed = (text: unknown) => parseRecoveryCode(text)._unsafeUnwrap().reveal();
const salted = (code: Base32Code, salt: string | null) => stretchCode(quickStretch, code, salt);

describe('a recovery code', () => {
  it('is read as it was printed, in any case, with any hyphens and spaces', () => {
    const drawn = fc.oneof(bytes, earlierBytes);
    fc.assert(
      fc.property(drawn, fc.boolean(), fc.array(fc.nat(10)), (random, isLower, places) => {
        const code = toBase32Code(random);
        const printed = printBase32Code(code);
        expect(printed).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2,3}[0-9A-HJKMNP-TV-Z]{2,4}$/);
        const spaced = places.reduce(
          (text, at) => `${text.slice(0, at)} ${text.slice(at)}`,
          printed,
        );
        expect(parsed(isLower ? spaced.toLowerCase() : spaced)).toBe(code.reveal());
      }),
    );
  });

  it('is read where letters were taken for digits', () => {
    expect(parsed('oil0-1AAA-AAAA-AAAA')).toBe('01101AAAAAAAAAAA');
    expect(parsed('oil01-AAAAA')).toBe('01101AAAAA');
  });

  it.each([
    null,
    1_234_567_890_123_456,
    '',
    'AAAAA-AAAA',
    'AAAAA-AAAAAA',
    'AAAAA-AAAAU',
    'AAAA-AAAA-AAAA-AAA',
    'AAAA-AAAA-AAAA-AAAAA',
    'AAAA-AAAA-AAAA-AAAU',
    ' '.repeat(65),
  ])('is malformed where it is %j', (input) => {
    expect(parseRecoveryCode(input)._unsafeUnwrapErr().code).toBe('code_malformed');
  });

  it('shows nothing of itself but where it is printed', async () => {
    const code = toBase32Code(new Uint8Array(16));
    expect(`${String(code)} ${JSON.stringify(code)}`).toBe('[redacted] "[redacted]"');
    expect(JSON.stringify(await salted(code, 'c2FsdA'))).toBe(
      '{"salt":"c2FsdA","secret":"[redacted]"}',
    );
  });
});

describe.each([
  ['a set of recovery codes', 16, 'c2FsdA'],
  ['a set of the earlier form', 10, null],
])('%s', (_, length, salt) => {
  const codes = [0, 1, 2].map((n) => toBase32Code(new Uint8Array(length).fill(n)));
  const [first, second] = codes as [Base32Code, Base32Code];
  const setOf = async () =>
    recoverySet(KEYS, OWNER, await Promise.all(codes.map((code) => salted(code, salt))));

  it('holds no code, and loses each once', async () => {
    const set = await setOf();
    for (const code of codes) expect(set).not.toContain(code.reveal());
    expect([codesLeft(set), saltOf(set)]).toEqual([3, salt]);
    let left = set;
    for (const [used, code] of codes.entries()) {
      left = withoutCode(KEYS, OWNER, await salted(code, salt), left)!;
      expect(codesLeft(left)).toBe(2 - used);
      expect(withoutCode(KEYS, OWNER, await salted(code, salt), left)).toBeNull();
    }
    expect([left, saltOf(left)]).toEqual(['', null]);
    expect(withoutCode(KEYS, OWNER, await salted(second, salt), left)).toBeNull();
  });

  it.each([
    ['another person', { ...OWNER, identityId: 'bob' }],
    ['another tenant', { ...OWNER, tenantId: 'globex' }],
  ])('is no use to %s', async (__, owner) => {
    expect(withoutCode(KEYS, owner, await salted(first, salt), await setOf())).toBeNull();
  });

  it('is good while its key is in the ring', async () => {
    const set = await setOf();
    const code = await salted(first, salt);
    const rotated = createKeyRing({ active: key('k2', 8), previous: [key('k1')] });
    expect(codesLeft(withoutCode(rotated, OWNER, code, set))).toBe(2);
    const dropped = createKeyRing({ active: key('k2', 8) });
    expect(withoutCode(dropped, OWNER, code, set)).toBeNull();
  });

  // standard: nist/3.1.2.2-storage
  it('has no code that was stretched with another salt, or not at all', async () => {
    const set = await setOf();
    for (const other of ['b3RoZXI', salt === null ? 'c2FsdA' : null]) {
      const code = { salt: other, secret: (await salted(first, salt)).secret };
      expect(withoutCode(KEYS, OWNER, code, set)).toBeNull();
    }
  });
});

it('a set may be empty', () => {
  expect([codesLeft(null), saltOf('')]).toEqual([0, null]);
});

it('a code is stretched only for a set of its form', async () => {
  const stretched: string[] = [];
  const stretch = (secret: string, salt: Uint8Array) => {
    stretched.push(secret);
    return quickStretch(secret, salt);
  };
  const [code, earlier] = [16, 10].map((length) => toBase32Code(new Uint8Array(length)));
  await stretchCode(stretch, code!, null);
  await stretchCode(stretch, earlier!, 'c2FsdA');
  expect(stretched).toEqual([]);
  await stretchCode(stretch, code!, 'c2FsdA');
  expect(stretched).toEqual([code!.reveal()]);
});
