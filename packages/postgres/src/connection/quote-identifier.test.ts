import { expect, it } from 'vitest';
import { quoteIdentifier } from './quote-identifier.js';

it.each([
  ['stepward', '"stepward"'],
  ['Mixed Case', '"Mixed Case"'],
  ['a"; drop schema public; --', '"a""; drop schema public; --"'],
  ['é'.repeat(31), `"${'é'.repeat(31)}"`],
])('%j is quoted', (name, quoted) => {
  expect(quoteIdentifier(name)).toBe(quoted);
});

it.each(['', 'a\0b', 'n'.repeat(64), 'é'.repeat(32)])('%j is refused', (name) => {
  expect(() => quoteIdentifier(name)).toThrow(TypeError);
});
