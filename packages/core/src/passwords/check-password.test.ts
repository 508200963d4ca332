import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addMs, days } from '../shared/duration.js';
import {
  checkPasswordText,
  mustChangePassword,
  normalisePassword,
  type PasswordRules,
} from './check-password.js';

const NO_RULES: PasswordRules = {
  passwordMinLength: 8,
  passwordRequireUppercase: false,
  passwordRequireLowercase: false,
  passwordRequireNumber: false,
  passwordRequireSymbol: false,
};

const codesOf = (password: string, rules: Partial<PasswordRules> = {}) =>
  checkPasswordText(password, { ...NO_RULES, ...rules }).map(({ code }) => code);

// standard: nist/3.1.1.2-characters, nist/3.1.1.2-long, asvs/6.2.9
describe('the length of a password', () => {
  it.each([
    ['letters, one each', 'abcdefgh', 8],
    ['blanks, one each', '        ', 8],
    ['an emoji outside the basic plane as one', '🔑🔑🔑🔑🔑🔑🔑🔑', 8],
    ['an emoji of several code points as several', '👩‍💻', 3],
    ['a letter with a combining mark as one, where there is a letter for both', 'e\u0301', 1],
    ['a letter with a combining mark as two, where there is none', 'x\u0301', 2],
    ['Korean syllables as one each, however they were typed', '한국어'.normalize('NFD'), 3],
    ['a ligature as one', 'ﬁ', 1],
    ['a full-width letter as one', 'Ａ', 1],
    ['a circled number as one', '⑫', 1],
    ['half of a surrogate pair as one', '\ud83d', 1],
    ['nothing as nothing', '', 0],
  ])('counts %s', (_, password, length) => {
    expect(codesOf(password, { passwordMinLength: length })).toEqual([]);
    expect(codesOf(password, { passwordMinLength: length + 1 })).toEqual(['password_too_short']);
  });

  it.each([
    ['accepts', 1024, []],
    ['refuses', 1025, [{ code: 'password_too_long', limit: 1024 }]],
  ])('%s %i code points of any plane', (_, length, violations) => {
    expect(checkPasswordText('🔑'.repeat(length), NO_RULES)).toEqual(violations);
  });

  // spec: policy/min-length, password-policy/min-length
  it('names the limit that it falls short of', () => {
    expect(checkPasswordText('short', { ...NO_RULES, passwordMinLength: 12 })).toEqual([
      { code: 'password_too_short', limit: 12 },
    ]);
  });

  it('is counted after normalising, so that what grows by it can be too long', () => {
    expect(codesOf('\ufb2c'.repeat(400))).toEqual(['password_too_long']);
  });

  it('is judged by the composed text however long the decomposed one is', () => {
    expect(codesOf('한'.normalize('NFD').repeat(1000))).toEqual([]);
  });
});

describe('a password of 10 MB', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is refused unread', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize');
    expect(codesOf('a'.repeat(10_000_000))).toEqual(['password_too_long']);
    expect(normalize).not.toHaveBeenCalled();
  });
});

describe('a character class', () => {
  it.each<[string, keyof PasswordRules, string]>([
    // spec: policy/uppercase, password-policy/uppercase
    ['an ASCII capital as uppercase', 'passwordRequireUppercase', 'A'],
    ['É as uppercase', 'passwordRequireUppercase', 'É'],
    ['E with a combining accent as uppercase', 'passwordRequireUppercase', 'E\u0301'],
    ['Cyrillic Ж as uppercase', 'passwordRequireUppercase', 'Ж'],
    ['a full-width capital as uppercase', 'passwordRequireUppercase', 'Ａ'],
    // spec: policy/lowercase, password-policy/lowercase
    ['an ASCII letter as lowercase', 'passwordRequireLowercase', 'a'],
    ['ß as lowercase', 'passwordRequireLowercase', 'ß'],
    ['a ligature as lowercase', 'passwordRequireLowercase', 'ﬁ'],
    // spec: policy/number, password-policy/number
    ['an ASCII digit as a number', 'passwordRequireNumber', '7'],
    ['an Arabic-Indic digit as a number', 'passwordRequireNumber', '٣'],
    ['a full-width digit as a number', 'passwordRequireNumber', '７'],
    // spec: policy/symbol, password-policy/symbol
    ['punctuation as a symbol', 'passwordRequireSymbol', '!'],
    ['a hyphen as a symbol', 'passwordRequireSymbol', '-'],
    ['a currency sign as a symbol', 'passwordRequireSymbol', '€'],
    ['an emoji as a symbol', 'passwordRequireSymbol', '🔑'],
    ['CJK punctuation as a symbol', 'passwordRequireSymbol', '。'],
  ])('counts %s', (_, rule, character) => {
    expect(codesOf(character, { passwordMinLength: 1, [rule]: true })).toEqual([]);
  });

  it.each<[string, keyof PasswordRules, string, string]>([
    // spec: policy/uppercase, password-policy/uppercase
    ['lowercase as uppercase', 'passwordRequireUppercase', 'aß', 'password_needs_uppercase'],
    [
      'a letter without case as uppercase',
      'passwordRequireUppercase',
      '漢',
      'password_needs_uppercase',
    ],
    // spec: policy/lowercase, password-policy/lowercase
    ['uppercase as lowercase', 'passwordRequireLowercase', 'AÉ', 'password_needs_lowercase'],
    [
      'a letter without case as lowercase',
      'passwordRequireLowercase',
      '漢',
      'password_needs_lowercase',
    ],
    // spec: policy/number, password-policy/number
    ['a letter as a number', 'passwordRequireNumber', 'O', 'password_needs_number'],
    ['a written number as a number', 'passwordRequireNumber', '三', 'password_needs_number'],
    // spec: policy/symbol, password-policy/symbol
    ['a letter as a symbol', 'passwordRequireSymbol', 'É', 'password_needs_symbol'],
    ['a digit as a symbol', 'passwordRequireSymbol', '7', 'password_needs_symbol'],
    ['a blank as a symbol', 'passwordRequireSymbol', ' ', 'password_needs_symbol'],
    ['a combining mark as a symbol', 'passwordRequireSymbol', 'x\u0301', 'password_needs_symbol'],
  ])('does not count %s', (_, rule, text, code) => {
    expect(codesOf(text, { passwordMinLength: 1, [rule]: true })).toEqual([code]);
  });

  it('is not asked for where the policy does not', () => {
    expect(codesOf('漢字漢字漢字漢字')).toEqual([]);
  });
});

describe('the context of a password', () => {
  it.each([
    ['the word itself', 'lovelace', ['Lovelace']],
    ['the word within others', 'my-lovelace-1815', ['Ada', 'Lovelace']],
    ['the word in another case', 'LOVELACE', ['lovelace']],
    ['ß as ss', 'STRASSENBAHN', ['straße']],
    ['either small sigma', 'ΟΔΥΣΣΕΑΣ', ['οδυσσεας']],
    ['a letter with a combining accent', 'cafe\u0301-latte', ['café']],
    ['a word of four characters outside the basic plane', '🔑🔑🔑🔑-keys', ['🔑🔑🔑🔑']],
  ])('finds %s', (_, password, context) => {
    expect(checkPasswordText(password, NO_RULES, context)).toEqual([{ code: 'password_context' }]);
  });

  it.each([
    ['a word of three characters', 'ada-and-others', ['Ada']],
    ['an empty word', 'correct horse', ['', '   ']],
    ['a word that is only begun', 'lovelac-1815', ['Lovelace']],
    ['a word without the accent', 'cafeteria', ['café']],
  ])('does not find %s', (_, password, context) => {
    expect(checkPasswordText(password, NO_RULES, context)).toEqual([]);
  });

  // standard: asvs/6.2.11
  it('is found wherever it is, whatever is around it', () => {
    const word = fc.string({ minLength: 4, maxLength: 12, unit: 'grapheme-ascii' });
    fc.assert(
      fc.property(fc.string(), word, fc.string(), (before, inside, after) => {
        const broken = checkPasswordText(before + inside + after, NO_RULES, ['other', inside]);
        expect(broken).toContainEqual({ code: 'password_context' });
      }),
    );
  });
});

describe('a password', () => {
  // standard: nist/3.1.1.2-reason
  it('gets all violations at once', () => {
    const rules: PasswordRules = {
      passwordMinLength: 8,
      passwordRequireUppercase: true,
      passwordRequireLowercase: true,
      passwordRequireNumber: true,
      passwordRequireSymbol: true,
    };
    expect(checkPasswordText('漢', rules)).toEqual([
      { code: 'password_too_short', limit: 8 },
      { code: 'password_needs_uppercase' },
      { code: 'password_needs_lowercase' },
      { code: 'password_needs_number' },
      { code: 'password_needs_symbol' },
    ]);
  });

  it('is judged the same from every keyboard: composed or decomposed', () => {
    const rules = { ...NO_RULES, passwordRequireSymbol: true, passwordRequireNumber: true };
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (password) => {
        const judged = ['NFC', 'NFD'].map((form) =>
          checkPasswordText(password.normalize(form), rules),
        );
        expect(judged).toEqual(judged.map(() => checkPasswordText(password, rules)));
      }),
    );
  });

  // standard: nist/3.1.1.2-nfc
  it('is one text in normal form, however it was typed, and keeps what only looks alike', () => {
    expect(normalisePassword('e\u0301')).toBe('\u00e9');
    expect(normalisePassword('\uff21\ufb01\u00b2')).toBe('\uff21\ufb01\u00b2');
  });
});

describe('the age of a password', () => {
  const CHANGED = new Date('2026-01-01T12:00:00.000Z');

  it.each([
    // spec: policy/max-age, password-policy/max-age
    ['asks for a change at exactly the maximum', 90, days(90), true],
    ['asks for none a millisecond before', 90, days(90) - 1, false],
    // spec: policy/max-age, password-policy/max-age
    ['asks for none ever where the maximum is 0', 0, days(100_000), false],
    ['asks for none ever where the maximum lies past all dates', 2 ** 53 - 1, days(100_000), false],
  ])('%s', (_, passwordMaxAgeDays, ageMs, mustChange) => {
    const now = addMs(CHANGED, ageMs);
    expect(mustChangePassword({ passwordMaxAgeDays }, CHANGED, now)).toBe(mustChange);
  });

  it.each([
    ['changedAt', new Date('soon'), CHANGED],
    ['now', CHANGED, new Date('soon')],
    ['changedAt in milliseconds', 0, CHANGED],
  ])('takes valid times only: %s', (_, changedAt, now) => {
    const check = () => mustChangePassword({ passwordMaxAgeDays: 90 }, changedAt as Date, now);
    expect(check).toThrow('mustChangePassword: changedAt and now must be valid Dates');
  });
});
