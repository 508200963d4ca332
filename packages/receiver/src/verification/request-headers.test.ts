import { expect, it } from 'vitest';
import { headerReader, type RequestHeaders } from './request-headers.js';

it.each<[string, RequestHeaders, string | null]>([
  ['of the Fetch API', new Headers({ 'X-One': 'a' }), 'a'],
  ['of the Fetch API, not there', new Headers(), null],
  ['of Node', { 'x-one': 'a' }, 'a'],
  ['in another case', { 'X-One': 'a' }, 'a'],
  ['not there', { 'x-one': undefined }, null],
  ['in a list', { 'x-one': ['a'] }, 'a'],
  ['sent twice', { 'x-one': ['a', 'b'] }, 'a, b'],
  ['sent twice in two cases', { 'X-One': 'a', 'x-one': 'b' }, 'a, b'],
  ['beside one that is named get', { get: 'b', 'x-one': 'a' }, 'a'],
  ['inherited, which is not sent', Object.create({ 'x-one': 'a' }) as RequestHeaders, null],
])('reads a header %s', (_, headers, expected) => {
  expect(headerReader(headers)('x-one')).toBe(expected);
});
