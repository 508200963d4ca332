import { describe, expect, it } from 'vitest';
import { isTenantId } from './tenant-id.js';

describe('a tenant id', () => {
  it.each(['a', '7', 'acme', 'Acme-EU_2.test', 'a'.repeat(128)])('may be %j', (text) => {
    expect(isTenantId(text)).toBe(true);
  });

  it.each([
    '',
    ' ',
    'a b',
    ' acme',
    'acme\n',
    '-acme',
    'acme-',
    '.acme',
    'acme_',
    'açme',
    'ａcme',
    "a'b",
    'a/b',
    'a:b',
    'a\u0000b',
    'a'.repeat(129),
  ])('may not be %j', (text) => {
    expect(isTenantId(text)).toBe(false);
  });

  it.each([['acme'], 7, null, undefined, { toString: () => 'acme' }, new String('acme')])(
    'is a string, not something that reads as one: %j',
    (value) => {
      expect(isTenantId(value)).toBe(false);
    },
  );
});
