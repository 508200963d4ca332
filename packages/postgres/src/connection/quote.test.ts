import { expect, it } from 'vitest';
import { quoteIdentifier, quoteLiteral } from './quote.js';

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

it.each([
  ['plain', "E'plain'"],
  ["it's", "E'it''s'"],
  [String.raw`\'; drop schema public; --`, String.raw`E'\\''; drop schema public; --'`],
  ['$$ and $tag$', "E'$$ and $tag$'"],
])('the text %j is quoted', (text, quoted) => {
  expect(quoteLiteral(text)).toBe(quoted);
});
