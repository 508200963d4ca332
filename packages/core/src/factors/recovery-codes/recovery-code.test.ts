import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEYS, key } from '../../../test/fixtures.js';
import { createKeyRing } from '../../shared/keys/key-ring.js';
import { toBase32Code } from '../../shared/base32-code.js';
import { parseRecoveryCode, printRecoveryCode } from './recovery-code.js';
import { codesLeft, recoverySet, withoutCode } from './recovery-set.js';

const OWNER = { tenantId: 'acme', identityId: 'ada' };
const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
const parsed = (text: unknown) => parseRecoveryCode(text)._unsafeUnwrap().reveal();

describe('a recovery code', () => {
  it('is read as it was printed, in any case, with any hyphens and spaces', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), fc.array(fc.nat(10)), (drawn, isLower, places) => {
        const code = toBase32Code(drawn);
        const printed = printRecoveryCode(code);
        expect(printed).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
        const spaced = places.reduce(
          (text, at) => `${text.slice(0, at)} ${text.slice(at)}`,
          printed,
        );
        expect(parsed(isLower ? spaced.toLowerCase() : spaced)).toBe(code.reveal());
      }),
    );
  });

  it('is read where letters were taken for digits', () => {
    expect(parsed('oil01-AAAAA')).toBe('01101AAAAA');
  });

  it.each([null, 1_234_567_890, '', 'AAAAA-AAAA', 'AAAAA-AAAAAA', 'AAAAA-AAAAU', ' '.repeat(65)])(
    'is malformed where it is %j',
    (input) => {
      expect(parseRecoveryCode(input)._unsafeUnwrapErr().code).toBe('code_malformed');
    },
  );

  it('shows nothing of itself but where it is printed', () => {
    const code = toBase32Code(new Uint8Array(10));
    expect(`${String(code)} ${JSON.stringify(code)}`).toBe('[redacted] "[redacted]"');
  });
});

describe('a set of recovery codes', () => {
  const codes = [0, 1, 2].map((n) => toBase32Code(new Uint8Array(10).fill(n)));
  const [first, second] = codes as [(typeof codes)[0], (typeof codes)[0]];
  const set = recoverySet(KEYS, OWNER, codes);

  it('holds no code, and loses each once', () => {
    for (const code of codes) expect(set).not.toContain(code.reveal());
    expect(codesLeft(set)).toBe(3);
    const left = withoutCode(KEYS, OWNER, first, set)!;
    expect(codesLeft(left)).toBe(2);
    expect(withoutCode(KEYS, OWNER, first, left)).toBeNull();
    const last = codes.slice(1).reduce((rest, code) => withoutCode(KEYS, OWNER, code, rest)!, left);
    expect([codesLeft(last), withoutCode(KEYS, OWNER, second, last)]).toEqual([0, null]);
  });

  it.each([
    ['another person', { ...OWNER, identityId: 'bob' }],
    ['another tenant', { ...OWNER, tenantId: 'globex' }],
  ])('is no use to %s', (_, owner) => {
    expect(withoutCode(KEYS, owner, first, set)).toBeNull();
  });

  it('is good while its key is in the ring', () => {
    const rotated = createKeyRing({ active: key('k2', 8), previous: [key('k1')] });
    expect(codesLeft(withoutCode(rotated, OWNER, first, set))).toBe(2);
    const dropped = createKeyRing({ active: key('k2', 8) });
    expect(withoutCode(dropped, OWNER, first, set)).toBeNull();
  });

  it('may be empty', () => {
    expect(codesLeft(null)).toBe(0);
  });
});
