import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gsm7Length, smsLength } from './gsm7.js';

/** 3GPP TS 23.038 section 6.2.1, one row of sixteen after the other; 1B is the escape and no character. */
const BASIC = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');

/** Section 6.2.1.1: each behind an escape. */
const EXTENDED = '\f^{}\\[~]|€';

describe('the length of a text in GSM-7 characters', () => {
  it('is one for each of the 127 basic characters', () => {
    expect(Array.from(BASIC).map(gsm7Length)).toEqual(new Array(127).fill(1));
  });

  it('is two for each of the 10 characters of the extension table', () => {
    expect(Array.from(EXTENDED).map(gsm7Length)).toEqual(new Array(10).fill(2));
  });

  it('is null for every other character', () => {
    const known = new Set(BASIC + EXTENDED);
    const characters = fc.nat({ max: 0x10_ffff }).map((point) => String.fromCodePoint(point));
    fc.assert(
      fc.property(characters, (character) => {
        fc.pre(!known.has(character));
        expect(gsm7Length(character)).toBeNull();
      }),
    );
  });

  it.each([
    ['an empty text', '', 0],
    ['a mixed text', 'Total: 5€', 10],
    ['one foreign character among others', 'Total: 5₿', null],
    ['an emoji', '👍', null],
    ['a look-alike', 'Αcme\u00a0', null],
    ['the escape itself', '\u001b', null],
    ['a lower-case c with cedilla, which the table lacks', 'ç', null],
  ])('counts %s', (_, text, length) => {
    expect(gsm7Length(text)).toBe(length);
  });
});

describe('the length of a message', () => {
  it.each([
    ['nothing', '', 'gsm7', 0, 1],
    ['160 basic characters', 'a'.repeat(160), 'gsm7', 160, 1],
    ['161 basic characters', 'a'.repeat(161), 'gsm7', 161, 2],
    ['306 basic characters', 'a'.repeat(306), 'gsm7', 306, 2],
    ['307 basic characters', 'a'.repeat(307), 'gsm7', 307, 3],
    ['an escape that would end a segment', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm7', 306, 3],
    ['70 characters outside GSM-7', 'ł'.repeat(70), 'ucs2', 70, 1],
    ['71 characters outside GSM-7', 'ł'.repeat(71), 'ucs2', 71, 2],
    ['one character outside GSM-7 among basic ones', `ł${'a'.repeat(70)}`, 'ucs2', 71, 2],
    [
      'a surrogate pair that would end a segment',
      `${'a'.repeat(66)}🙂${'a'.repeat(66)}`,
      'ucs2',
      134,
      3,
    ],
  ] as const)('%s', (_, text, encoding, length, segments) => {
    expect(smsLength(text)).toEqual({ encoding, length, segments });
  });
});
