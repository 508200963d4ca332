import { describe, expect, it } from 'vitest';
import { printable } from './printable.js';

// standard: asvs/1.3.3
describe('a printable text', () => {
  const isText = printable(0, 100);

  it.each(['', 'Terraform "prod" für Köln', '😀', 'a\u2028b', ' '])('may be %j', (text) => {
    expect(isText(text)).toBe(true);
  });

  it.each(['\0', 'line\nline', 'line\n', 'tab\t', '\u007f', '\ud83d', 'a\ude00'])(
    'may not be %j',
    (text) => {
      expect(isText(text)).toBe(false);
    },
  );

  it.each([undefined, null, 7, ['a'], {}])('is not %j', (value) => {
    expect(isText(value)).toBe(false);
  });

  it.each(['x', 'ü', '\u4e2d', '😀'])('of a number of %j has as many characters', (character) => {
    const isOfTwoOrThree = printable(2, 3);
    const accepted = [1, 2, 3, 4].filter((count) => isOfTwoOrThree(character.repeat(count)));
    expect(accepted).toEqual([2, 3]);
  });
});
