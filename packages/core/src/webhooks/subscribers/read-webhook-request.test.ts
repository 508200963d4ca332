import { describe, expect, it } from 'vitest';
import { readReplay, readRotation } from './read-webhook-request.js';

const SINCE = '2026-01-01T00:00:00Z';
const UNTIL = '2026-01-02T00:00:00.500+01:00';

describe('a replay by range', () => {
  it.each([
    [{ since: SINCE }, { until: null, status: null }],
    [
      { since: SINCE, until: UNTIL },
      { until: new Date(UNTIL), status: null },
    ],
    [
      { since: SINCE, dry_run: true },
      { until: null, status: null, dry_run: true },
    ],
    [
      { since: SINCE, status: 'exhausted' },
      { until: null, status: 'exhausted' },
    ],
    [
      { since: SINCE, status: 'delivered' },
      { until: null, status: 'delivered' },
    ],
    [
      { since: new Date(SINCE), until: new Date(SINCE), status: 'skipped' },
      { until: new Date(SINCE), status: 'skipped' },
    ],
  ])('can be %j', (input, expected) => {
    expect(readReplay(input)._unsafeUnwrap()).toEqual({
      since: new Date(SINCE),
      dry_run: false,
      ...expected,
    });
  });

  it.each<[Readonly<Record<string, unknown>>, readonly (readonly [string, string])[]]>([
    [{}, [['since', 'required']]],
    [{ since: null }, [['since', 'date_time']]],
    [{ since: '2026-01-01' }, [['since', 'date_time']]],
    [{ since: 1_767_225_600 }, [['since', 'date_time']]],
    [{ since: '0000-01-01T00:00:00+00:01' }, [['since', 'date_time']]],
    [{ since: new Date(Number.NaN) }, [['since', 'date_time']]],
    [{ since: new Date('+010000-01-01T00:00:00Z') }, [['since', 'date_time']]],
    [{ since: SINCE, until: null }, [['until', 'date_time']]],
    [{ since: SINCE, until: 'now' }, [['until', 'date_time']]],
    [{ since: SINCE, until: '9999-12-31T23:59:59-23:59' }, [['until', 'date_time']]],
    [{ since: SINCE, status: null }, [['status', 'one_of']]],
    [{ since: SINCE, status: 'pending' }, [['status', 'one_of']]],
    [{ since: SINCE, status: 'Exhausted' }, [['status', 'one_of']]],
    [
      { since: 'x', until: 'y', status: 'z' },
      [
        ['since', 'date_time'],
        ['until', 'date_time'],
        ['status', 'one_of'],
      ],
    ],
  ])('cannot be %j', (input, expected) => {
    const { code, violations } = readReplay(input)._unsafeUnwrapErr();
    expect(code).toBe('webhook_request_invalid');
    expect(violations.map(({ field, rule }) => [field, rule])).toEqual(expected);
    expect(violations.map(({ value }) => value)).toEqual(
      expected.map(([field]) => input[field] ?? null),
    );
  });
});

describe('the overlap of a rotation', () => {
  it.each([
    [undefined, 86_400_000],
    [0, 0],
    [1, 1],
    [604_800_000, 604_800_000],
  ])('%j is %d ms', (value, ms) => {
    expect(readRotation({ overlap_ms: value })._unsafeUnwrap()).toEqual({ overlap_ms: ms });
  });

  it.each([null, -1, 0.5, 604_800_001, Number.NaN, Infinity, '0', true, [], {}])(
    'cannot be %j',
    (value) => {
      expect(readRotation({ overlap_ms: value })._unsafeUnwrapErr()).toEqual({
        code: 'webhook_request_invalid',
        violations: [
          { field: 'overlap_ms', rule: 'overlap', limit: 'integer, 0 to 604800000', value },
        ],
      });
    },
  );
});
