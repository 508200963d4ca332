import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const NOW = new Date('2026-01-01T12:00:00.500Z');
const DAY = 86_400_000;

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['1', 1_000],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['007', 7_000],
    ['86400', DAY],
    ['86401', DAY],
    ['9999999999', DAY],
    ['Thu, 01 Jan 2026 12:00:01 GMT', 500],
    ['Thu, 01 Jan 2026 13:00:00 GMT', 3_599_500],
    ['Fri, 02 Jan 2026 12:00:00 GMT', DAY - 500],
    ['Fri, 01 Jan 2100 00:00:00 GMT', DAY],
  ])('%j asks for %d ms', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it.each([
    null,
    '',
    ' ',
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x10',
    '10 s',
    '١٢',
    'NaN',
    'Infinity',
    '99999999999',
    'soon',
    'Thu, 01 Jan 2026 12:00:00 GMT',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'Thu, 01 Jan 2026 13:00:00 +0000',
    'Thursday, 01-Jan-26 13:00:00 GMT',
    'Thu Jan  1 13:00:00 2026',
    'Thu, 99 Jan 2026 13:00:00 GMT',
    'Thu, 01 Foo 2026 13:00:00 GMT',
    '2026-01-01T13:00:00Z',
  ])('%j asks for nothing', (header) => {
    expect(retryAfterMs(header, NOW)).toBe(0);
  });
});
