import { describe, expect, it } from 'vitest';
import { refuse } from '../answer.js';
import { readIdempotencyKey } from './read-idempotency-key.js';

const INVALID = refuse({ code: 'idempotency_key_invalid' });
const read = (value: string, method = 'POST') =>
  readIdempotencyKey({ method, headers: { 'idempotency-key': [value] } });

describe('an Idempotency-Key', () => {
  it.each([
    ['a', 'a'],
    ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['"8e03978e-40d5"', '8e03978e-40d5'],
    ['~!#a,b;c=d\\', '~!#a,b;c=d\\'],
    ['a"b', 'a"b'],
    [String.raw`"a\"b\\c"`, String.raw`a"b\c`],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'k'.repeat(255)}"`, 'k'.repeat(255)],
  ])('%j is the key %j', (value, key) => {
    expect(read(value)).toBe(key);
    expect(read(value, 'PUT')).toBe(key);
  });

  it.each([
    '',
    ' ',
    '""',
    '"',
    '"a',
    '"a"b"',
    String.raw`"a\b"`,
    String.raw`"a\"`,
    '"a";v=1',
    'a b',
    'a, b',
    '"a b"',
    'a\tb',
    'schlüssel',
    'a\u007f',
    'a\n',
    'k'.repeat(256),
    `"${'k'.repeat(256)}"`,
    'k'.repeat(10_240),
  ])('%j is none', (value) => {
    expect(read(value)).toEqual(INVALID);
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PATCH'])('is not looked at on %s', (method) => {
    expect(read('', method)).toBeNull();
  });

  it('may be left out', () => {
    expect(readIdempotencyKey({ method: 'POST', headers: {} })).toBeNull();
  });
});
