import { describe, expect, it } from 'vitest';
import { dateFilter, readFilter, readPage, textFilter } from './list-request.js';

interface Filter {
  readonly type: string | null;
  readonly since: Date | null;
}

const filterOf = (filter?: unknown): Filter =>
  readFilter<Filter>('things.list', filter as Partial<Filter> | undefined, {
    type: textFilter,
    since: dateFilter,
  });

const SINCE = new Date('2026-01-01T00:00:00.000Z');

describe('a page', () => {
  it.each([
    [undefined, { limit: 20, position: null }],
    [{}, { limit: 20, position: null }],
    [{ limit: 1 }, { limit: 1, position: null }],
    [
      { limit: 100, position: 'x' },
      { limit: 100, position: 'x' },
    ],
  ])('that is asked for as %j is %j', (page, expected) => {
    expect(readPage('things.list', page)).toEqual(expected);
  });

  it.each<[object, string]>([
    [{ limit: 0 }, 'page.limit must be an integer from 1 to 100'],
    [{ limit: 101 }, 'page.limit must be an integer from 1 to 100'],
    [{ limit: '20' }, 'page.limit must be an integer from 1 to 100'],
    [{ position: 7 }, 'page.position must be a string or null'],
    [{ cursor: 'x' }, 'there is no option page.cursor'],
  ])('%j is a TypeError', (page, message) => {
    expect(() => readPage('things.list', page)).toThrow(`things.list: ${message}`);
  });
});

describe('a filter', () => {
  it('may be left out, whole or in part', () => {
    const nothing = { type: null, since: null };
    expect([filterOf(), filterOf({}), filterOf({ type: undefined })]).toEqual([
      nothing,
      nothing,
      nothing,
    ]);
    expect(filterOf({ since: SINCE })).toEqual({ type: null, since: SINCE });
  });

  it.each<[unknown, string]>([
    [{ type: 7 }, 'filter.type must be a string or null'],
    [{ since: '2026-01-01' }, 'filter.since must be a Date or null'],
    [{ since: new Date('soon') }, 'filter.since must be a Date or null'],
    [{ eventType: 'x' }, 'there is no option filter.eventType; the options are filter.type'],
    ['user.created', 'filter must be an object'],
  ])('%j is a TypeError', (filter, message) => {
    expect(() => filterOf(filter)).toThrow(`things.list: ${message}`);
  });
});
