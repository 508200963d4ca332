import { expect, it } from 'vitest';
import { readAuthenticatorName } from './authenticator-name.js';

it.each(["Ünal's phone", 'YubiKey 5C (“blue”)', '携帯電話', 'x', '😀'.repeat(64)])(
  '%s is a name',
  (name) => {
    expect(readAuthenticatorName(name)._unsafeUnwrap()).toBe(name);
  },
);

// standard: asvs/1.3.3
it.each([
  ['nothing', ''],
  ['blanks', '  '],
  ['65 characters', '😀'.repeat(65)],
  ['a line break', 'a\nb'],
  ['a separator of lines', 'a\u2028b'],
  ['an escape', '\u001B[31mred'],
  ['an override of the direction', 'a\u202Egnp.exe'],
  ['an isolate of the direction', '\u2066a\u2069'],
  ['a zero-width space', 'a\u200Bb'],
  ['a byte order mark', '\uFEFFa'],
  ['a filler', '\u3164'],
  ['a lone surrogate', '\uD83D'],
  ['a number', 7],
  ['no value', undefined],
])('%s is no name', (_, input) => {
  expect(readAuthenticatorName(input)._unsafeUnwrapErr()).toEqual({ code: 'name_malformed' });
});
