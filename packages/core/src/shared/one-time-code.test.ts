import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '@stepward/testing';
import { ONE_TIME_CODE_COUNT, parseOneTimeCode, toOneTimeCode } from './one-time-code.js';

describe('a one-time code', () => {
  it.each([
    [0, '000000'],
    [42, '000042'],
    [100_000, '100000'],
    [999_999, '999999'],
  ])('drawn as %i is %s', (drawn, code) => {
    expect(toOneTimeCode(drawn).reveal()).toBe(code);
  });

  // standard: nist/3.1.3.2-random, asvs/6.5.4
  it('has six digits and is unique to its number, so that a uniform draw gives a uniform code', () => {
    fc.assert(
      fc.property(fc.nat({ max: ONE_TIME_CODE_COUNT - 1 }), (drawn) => {
        const code = toOneTimeCode(drawn).reveal();
        expect(code).toMatch(/^[0-9]{6}$/);
        expect(Number(code)).toBe(drawn);
      }),
    );
  });

  it('has every digit equally often at every place', () => {
    const random = createSeededRandom(2026);
    const draws = 60_000;
    const counts = Array.from({ length: 6 }, () => new Array<number>(10).fill(0));
    for (let draw = 0; draw < draws; draw += 1) {
      const code = toOneTimeCode(random.integer(ONE_TIME_CODE_COUNT)).reveal();
      for (const [place, digit] of Array.from(code).entries()) counts[place]![Number(digit)]! += 1;
    }

    const expected = draws / 10;
    const chiSquares = counts.map((digits) =>
      digits.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0),
    );
    // 9 degrees of freedom: above 33.7 by chance once in ten thousand.
    expect(Math.max(...chiSquares)).toBeLessThan(33.7);
  });
});

describe('what a caller typed', () => {
  it('is read where it is six ASCII digits', () => {
    expect(parseOneTimeCode('000042')._unsafeUnwrap().reveal()).toBe('000042');
  });

  // standard: asvs/15.3.5
  it.each([
    ['a JSON number', 123456],
    ['5 digits', '12345'],
    ['7 digits', '1234567'],
    ['nothing', ''],
    ['a space in front', ' 123456'],
    ['a space behind', '123456 '],
    ['a line break behind', '123456\n'],
    ['a space between', '123 456'],
    ['letters', '12345a'],
    ['a sign', '+12345'],
    ['an exponent', '1234e5'],
    ['full-width digits', '１２３４５６'],
    ['Arabic digits', '١٢٣٤٥٦'],
    ['mathematical digits', '𝟏𝟐𝟑𝟒𝟓𝟔'],
    ['a zero-width space', '123\u200b456'],
    ['null', null],
    ['a missing value', undefined],
    ['a list', ['123456']],
    ['an object that turns into a code', { toString: () => '123456' }],
  ])('is malformed where it is or has %s', (_, input) => {
    expect(parseOneTimeCode(input)._unsafeUnwrapErr()).toEqual({ code: 'code_malformed' });
  });

  it('is malformed where it is any text but six ASCII digits', () => {
    const characters = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(fc.string({ unit: characters }), (text) => {
        fc.pre(!/^[0-9]{6}$/.test(text));
        expect(parseOneTimeCode(text).isErr()).toBe(true);
      }),
    );
  });
});
