import { describe, expect, it } from 'vitest';
import { findLeaks } from './find-leaks.js';

const known = {
  codes: new Set(['123456', '000042']),
  texts: new Set(['4915112345', 'the-token-of-ada', 'x'.repeat(5) + '?(.*']),
};
const kindsIn = (text: string): readonly string[] =>
  findLeaks(text, known).map((leak) => leak.slice(0, leak.indexOf(':')));

it.each([
  ['a phone number', 'cannot send to "+14155552671"'],
  ['a phone number', '+123456789'],
  ['a management key', `{ name: 'service_mgmt_${'aZ0_-'.repeat(8)}abc' }`],
  ['a webhook secret', `whsec_${'aZ+/'.repeat(8)}`],
  ['a JWT', 'token=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl&x'],
  ['a bearer token', `authorization: 'Bearer opaque-token~1'`],
  ['a secret or a digest', `secret: '${'0a'.repeat(32)}'`],
  ['a code', '123456'],
  ['a code', 'Your code is 000042.'],
  ['a code', `{ code: '000042' }`],
  ['a code', '@login.example.com #123456'],
  ['a known secret', 'to=4915112345,'],
  ['a known secret', 'sent the-token-of-ada'],
  ['a known secret', 'xxxxx?(.*'],
])('finds %s in %s', (kind, text) => {
  expect(kindsIn(text)).toEqual([kind]);
});

describe('finds nothing in', () => {
  it.each([
    ['a masked number', '+14*****2671'],
    ['a denied prefix', '+12345678'],
    ['the beginning of a key', 'service_mgmt_yhaBDA'],
    ['the name of a scheme', 'WWW-Authenticate: Bearer error="invalid_token"'],
    ['six digits that are no code', '654321'],
    ['a code within a number', '91234567 1.123456 123456.5'],
    ['a code within an id', 'id-123456 123456-a a123456 123456b'],
    ['a time', '2026-01-01T00:00:00.123Z'],
    ['a redacted value', '[redacted]'],
  ])('%s', (_, text) => {
    expect(findLeaks(text, known)).toEqual([]);
  });
});
