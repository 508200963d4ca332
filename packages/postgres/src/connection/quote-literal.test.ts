import { expect, it } from 'vitest';
import { quoteLiteral } from './quote-literal.js';

it.each([
  ['plain', "E'plain'"],
  ["it's", "E'it''s'"],
  [String.raw`\'; drop schema public; --`, String.raw`E'\\''; drop schema public; --'`],
  ['$$ and $tag$', "E'$$ and $tag$'"],
])('%j is quoted', (text, quoted) => {
  expect(quoteLiteral(text)).toBe(quoted);
});
