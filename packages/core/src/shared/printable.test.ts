import { expect, it } from 'vitest';
import { isPrintable } from './printable.js';

it.each(['', 'Terraform "prod" für Köln', '😀', 'a\u2028b', ' '])('%j is printable', (text) => {
  expect(isPrintable(text)).toBe(true);
});

it.each(['\0', 'line\nline', 'tab\t', '\u007f', '\ud83d', 'a\ude00'])('%j is not', (text) => {
  expect(isPrintable(text)).toBe(false);
});
