import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FactorName } from '../records/factor-name.js';
import {
  factorChoice,
  factorSet,
  flag,
  largerIsStricter,
  periodOrNever,
  ranked,
  smallerIsStricter,
  type FieldType,
} from './field-type.js';

const FACTORS: readonly FactorName[] = ['webauthn', 'totp', 'sms', 'email'];
const words = ranked('low', 'middle', 'high');
const larger = largerIsStricter({ min: 8, max: 128 });
const smaller = smallerIsStricter({ min: 0, max: 90 });
const open = largerIsStricter({ min: 0 });

const typeInteger = { rule: 'type', limit: 'integer' };
const oneOfFactors = { rule: 'one_of', limit: FACTORS };

describe('reading a value', () => {
  it.each<[string, FieldType<unknown>, unknown]>([
    ['the weakest word', words, 'low'],
    ['the strictest word', words, 'high'],
    ['true', flag, true],
    ['false', flag, false],
    ['the smallest integer within bounds', larger, 8],
    ['the largest integer within bounds', larger, 128],
    ['the largest safe integer where there is no upper bound', open, 2 ** 53 - 1],
    ['the 0 of a period', periodOrNever, 0],
    ['a known factor', factorChoice, 'sms'],
    ['a list of factors, in its own order', factorSet, ['sms', 'webauthn']],
    ['an empty list', factorSet, []],
  ])('accepts %s', (_, type, value) => {
    expect(type.read(value)._unsafeUnwrap()).toEqual(value);
  });

  it('takes the negative zero of JSON as 0', () => {
    expect(smaller.read(JSON.parse('-0'))._unsafeUnwrap()).toBe(0);
  });

  it.each<[string, FieldType<unknown>, unknown, unknown]>([
    ['an unknown word', words, 'top', { rule: 'one_of', limit: ['low', 'middle', 'high'] }],
    ['a word in capitals', words, 'LOW', { rule: 'one_of', limit: ['low', 'middle', 'high'] }],
    ['a word with a blank', words, 'low ', { rule: 'one_of', limit: ['low', 'middle', 'high'] }],
    ['a number for a word', words, 0, { rule: 'one_of', limit: ['low', 'middle', 'high'] }],
    ['a number for a flag', flag, 1, { rule: 'type', limit: 'boolean' }],
    ['a string for a flag', flag, 'true', { rule: 'type', limit: 'boolean' }],
    ['null for a flag', flag, null, { rule: 'type', limit: 'boolean' }],
    ['a string for a number', larger, '12', typeInteger],
    ['a list around a number', larger, [12], typeInteger],
    ['a fraction', larger, 12.5, typeInteger],
    ['NaN', larger, NaN, typeInteger],
    ['infinity', open, Infinity, typeInteger],
    ['an integer that is not safe', open, 2 ** 53, typeInteger],
    ['an integer below the bound', larger, 7, { rule: 'minimum', limit: 8 }],
    ['an integer above the bound', larger, 129, { rule: 'maximum', limit: 128 }],
    ['a negative period', periodOrNever, -1, { rule: 'minimum', limit: 0 }],
    ['an unknown factor', factorChoice, 'passkey', oneOfFactors],
    ['a factor in capitals', factorChoice, 'SMS', oneOfFactors],
    ['a string for a list', factorSet, 'sms', { rule: 'type', limit: 'array' }],
    ['an object for a list', factorSet, { 0: 'sms', length: 1 }, { rule: 'type', limit: 'array' }],
    ['a list with one unknown factor', factorSet, ['sms', 'passkey'], oneOfFactors],
    ['a list within a list', factorSet, [['sms']], oneOfFactors],
  ])('refuses %s', (_, type, value, broken) => {
    expect(type.read(value)._unsafeUnwrapErr()).toEqual(broken);
  });

  it('drops repetitions from a list and keeps the order of first mention', () => {
    const read = factorSet.read(['sms', 'totp', 'sms', 'webauthn', 'totp']);
    expect(read._unsafeUnwrap()).toEqual(['sms', 'totp', 'webauthn']);
  });

  it('answers a list of its own, which a later change of the input does not reach', () => {
    const input = ['sms'];
    const read = factorSet.read(input)._unsafeUnwrap();
    input.push('email');
    expect(read).toEqual(['sms']);
  });
});

describe('strictness', () => {
  it.each<[string, FieldType<never>, readonly unknown[]]>([
    ['ranks words as they are listed', words as FieldType<never>, ['low', 'middle', 'high']],
    ['ranks true above false', flag as FieldType<never>, [false, true]],
    ['ranks larger integers higher', larger as FieldType<never>, [8, 9, 128]],
    ['ranks smaller integers higher, 0 highest', smaller as FieldType<never>, [90, 1, 0]],
    [
      'ranks shorter periods higher, but 0, which is never, lowest',
      periodOrNever as FieldType<never>,
      [0, 400, 90, 1],
    ],
    ['ranks subsets higher', factorSet as FieldType<never>, [['webauthn', 'sms'], ['sms'], []]],
  ])('%s', (_, type, weakestFirst) => {
    const table = weakestFirst.map((value) =>
      weakestFirst.map((floor) => type.isAtLeast(value as never, floor as never)),
    );
    expect(table).toEqual(
      weakestFirst.map((_, row) => weakestFirst.map((_, column) => row >= column)),
    );
  });

  it('leaves sets apart of which neither holds the other', () => {
    expect(factorSet.isAtLeast(['totp'], ['sms'])).toBe(false);
    expect(factorSet.isAtLeast(['sms'], ['totp'])).toBe(false);
  });

  it('says nothing about a choice of factor', () => {
    expect(factorChoice.isAtLeast('email', 'webauthn')).toBe(true);
    expect(factorChoice.isAtLeast(null, 'webauthn')).toBe(true);
  });

  it.each<[string, FieldType<unknown>, unknown]>([
    ['a word is the last one', words, 'high'],
    ['a flag is true', flag, true],
    ['an integer with an upper bound is that bound', larger, 128],
    ['an integer without one is the largest safe one', open, 2 ** 53 - 1],
    ['an integer that is stricter when smaller is the lower bound', smaller, 0],
    ['a period is 1', periodOrNever, 1],
    ['a choice of factor is none', factorChoice, null],
  ])('at its most for %s, and is what an unknown value counts as', (_, type, strictest) => {
    expect(type.ofUnknown('unknown', null)).toEqual(strictest);
  });

  it.each([
    ['its known names', ['passkey', 'sms'], ['sms']],
    ['the set of the tenant where it has none', ['passkey'], ['totp']],
    ['the set of the tenant where it is no list', 'sms', ['totp']],
  ])('leaves of an unknown set %s', (_, stored, expected) => {
    expect(factorSet.ofUnknown(stored, ['totp'])).toEqual(expected);
  });
});

describe('the meeting of a value with a floor', () => {
  it('is the stricter of two numbers, words or flags', () => {
    expect(larger.meet(10, 12)).toBe(12);
    expect(larger.meet(12, 10)).toBe(12);
    expect(periodOrNever.meet(0, 90)).toBe(90);
    expect(periodOrNever.meet(90, 0)).toBe(90);
    expect(words.meet('low', 'high')).toBe('high');
    expect(flag.meet(false, true)).toBe(true);
  });

  it.each<[string, readonly FactorName[], readonly FactorName[], readonly FactorName[]]>([
    [
      'what two sets share, in the order of the value',
      ['sms', 'totp'],
      ['totp', 'webauthn', 'sms'],
      ['sms', 'totp'],
    ],
    [
      'without what only the value has',
      ['email', 'sms', 'totp'],
      ['totp', 'webauthn', 'sms'],
      ['sms', 'totp'],
    ],
    ['a single factor that they share', ['sms', 'email'], ['totp', 'sms'], ['sms']],
    ['the floor where the sets share nothing', ['email'], ['totp', 'sms'], ['totp', 'sms']],
    [
      'the floor, in its order, where the value holds all of it',
      ['sms', 'email', 'totp'],
      ['totp', 'sms'],
      ['totp', 'sms'],
    ],
    ['an empty value as it is, for it is the strictest', [], ['totp'], []],
  ])('is %s', (_, value, floor, met) => {
    expect(factorSet.meet(value, floor)).toEqual(met);
  });

  it('of sets is always a subset of the floor', () => {
    const sets = fc.shuffledSubarray([...FACTORS]);
    fc.assert(
      fc.property(sets, sets, (value, floor) => {
        expect(floor).toEqual(expect.arrayContaining([...factorSet.meet(value, floor)]));
      }),
    );
  });
});
