import { describe, expect, it } from 'vitest';
import { parseIsoMoment } from './iso-moment.js';

describe('an ISO 8601 text', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.007Z', '2026-01-01T00:00:00.007Z'],
    ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
    ['2024-02-29T23:59:59+05:30', '2024-02-29T18:29:59.000Z'],
    ['2026-01-01T00:00:00-08:00', '2026-01-01T08:00:00.000Z'],
    ['2026-12-31T23:59:59.999+00:00', '2026-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00-01:00', '0000-01-01T01:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['9999-12-31T23:59:59+01:00', '9999-12-31T22:59:59.000Z'],
  ])('%s names a moment', (text, moment) => {
    expect(parseIsoMoment(text)?.toISOString()).toBe(moment);
  });

  it.each([
    ['', 'nothing'],
    ['2026-01-01', 'no time'],
    ['2026-01-01T00:00:00', 'no zone'],
    ['2026-01-01T00:00Z', 'no seconds'],
    ['2026-01-01 00:00:00Z', 'a blank'],
    ['2026-01-01t00:00:00z', 'lower case'],
    ['2026-01-01T00:00:00.Z', 'no fraction'],
    ['2026-01-01T00:00:00+0100', 'no colon in the zone'],
    ['2026-01-01T00:00:00+24:00', 'no such zone'],
    ['2026-02-29T00:00:00Z', 'no leap year'],
    ['2026-04-31T00:00:00Z', 'no such day'],
    ['2026-00-01T00:00:00Z', 'no such month'],
    ['2026-13-01T00:00:00Z', 'no such month'],
    ['2026-01-01T24:00:00Z', 'no such hour'],
    ['2026-01-01T00:60:00Z', 'no such minute'],
    ['2026-01-01T23:59:60Z', 'a leap second'],
    ['+002026-01-01T00:00:00Z', 'a long year'],
    ['0000-01-01T00:00:00+01:00', 'before the year 0 in UTC'],
    ['9999-12-31T23:59:59-01:00', 'after the year 9999 in UTC'],
    ['2026-01-01T00:00:00Z\n', 'a line break'],
    ['Thu, 01 Jan 2026 00:00:00 GMT', 'another form'],
  ])('%j names none: %s', (text) => {
    expect(parseIsoMoment(text)).toBeNull();
  });

  it.each([null, undefined, 1_767_225_600_000, new Date(0), ['2026-01-01T00:00:00Z'], {}])(
    'is not %o',
    (value) => {
      expect(parseIsoMoment(value)).toBeNull();
    },
  );
});
