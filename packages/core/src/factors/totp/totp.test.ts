import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchingStep, toBase32, totpCode, totpStep, totpUri } from './totp.js';

const SECRET = Buffer.from('12345678901234567890');
const AT = new Date('2026-01-01T00:00:10.000Z');
const STEP = totpStep(AT);

// RFC 6238 Appendix B, SHA-1.
it.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at %i seconds is the one of RFC 6238', (seconds, code) => {
  expect(totpCode(SECRET, totpStep(new Date(seconds * 1_000)), 8)).toBe(code);
});

// RFC 4226 Appendix D.
it.each([
  [0, '755224'],
  [1, '287082'],
  [9, '520489'],
])('the code of step %i is the one of RFC 4226', (step, code) => {
  expect(totpCode(SECRET, step)).toBe(code);
});

// RFC 4648 section 10.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('"%s" in base32 is the one of RFC 4648', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

it('the link names service and person, whatever their names hold', () => {
  expect(totpUri('Acme & Co: EU', 'ada@example.test', 'MZXW6YTB')).toBe(
    'otpauth://totp/Acme%20%26%20Co%3A%20EU:ada%40example.test?secret=MZXW6YTB&issuer=Acme%20%26%20Co%3A%20EU',
  );
});

// standard: nist/3.1.4.2-lifetime
describe('a code is right', () => {
  it.each([
    [-2, null],
    [-1, STEP - 1],
    [0, STEP],
    [1, STEP + 1],
    [2, null],
  ])('%i steps from now: %s', (offset, matched) => {
    expect(matchingStep(SECRET, totpCode(SECRET, STEP + offset), AT, null)).toBe(matched);
  });

  it('after the last accepted step alone', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 1 }), fc.integer({ min: -3, max: 3 }), (now, last) => {
        const matched = matchingStep(SECRET, totpCode(SECRET, STEP + now), AT, STEP + last);
        expect(matched).toBe(now > last ? STEP + now : null);
      }),
    );
  });

  it('never before 1970, when no step had begun', () => {
    const before = new Date(-60_000);
    expect(matchingStep(SECRET, totpCode(SECRET, 0), before, null)).toBeNull();
  });

  it.each(['', '1', '1234567', '12345é'])('never where it is "%s"', (code) => {
    expect(matchingStep(SECRET, code, AT, null)).toBeNull();
  });
});
