import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresLimits, type LimitsQuery, type PostgresLimitsOptions } from './postgres-limits.js';

const rule = { name: 'account:address', limit: 2, windowMs: 60_000 };
const NOW = new Date('2026-01-01T00:00:00.000Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pool that writes down what it is asked, and answers with a full bucket. */
function recorded(options: Partial<PostgresLimitsOptions> = {}, points = 3) {
  const queries: LimitsQuery[] = [];
  const pool = {
    async query(query: LimitsQuery) {
      queries.push(query);
      // A bigint, as the driver hands it over.
      return { rows: [{ points, expire: String(NOW.getTime() + 1_500) }], rowCount: 1 };
    },
  };
  return { queries, store: postgresLimits({ pool, ...options }) };
}

describe('counting in Postgres', () => {
  it('takes one statement, with the bucket behind the name of its limit', async () => {
    const { queries, store } = recorded();
    await store.counter(rule).count('192.0.2.1');
    expect(queries).toMatchObject([
      { values: ['stepward:account:address:192.0.2.1', 1, NOW.getTime() + 60_000, NOW.getTime()] },
    ]);
    expect(queries[0]?.text).toContain('INSERT INTO "stepward"."request_limits"');
  });

  it('takes none for a bucket that is known to be full, until its window ends', async () => {
    const { queries, store } = recorded();
    const counter = store.counter(rule);
    const full = { exceeded: true, remaining: 0, resetMs: 1_500 };
    expect(await counter.count('192.0.2.1')).toEqual(full);
    expect(await counter.count('192.0.2.1')).toEqual(full);
    expect(queries).toHaveLength(1);
    vi.advanceTimersByTime(1_501);
    await counter.count('192.0.2.1');
    expect(queries).toHaveLength(2);
  });

  it('says no more than the window, whatever the clock of another process says', async () => {
    const { store } = recorded();
    const { resetMs } = await store.counter({ ...rule, windowMs: 1_000 }).count('192.0.2.1');
    expect(resetMs).toBe(1_000);
  });

  it('sweeps the table from one of its counters, and not from each', async () => {
    const { queries, store } = recorded();
    for (const name of ['one', 'two', 'three']) store.counter({ ...rule, name });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(queries).toMatchObject([
      { text: expect.stringContaining('DELETE'), values: [NOW.getTime() - 3_300_000] },
    ]);
  });

  it('names its statements by their text, so that two schemas get along on one connection', async () => {
    const first = recorded({ schema: 'one' });
    const second = recorded({ schema: 'Zweite "Quelle"' });
    await first.store.counter(rule).count('192.0.2.1');
    await second.store.counter(rule).count('192.0.2.1');
    const [one, two] = [first.queries[0]!, second.queries[0]!];
    expect(one.name).toMatch(/^stepward-limits-[0-9a-f]{32}$/);
    expect(two.name).not.toBe(one.name);
    expect(two.text).toContain('INSERT INTO "Zweite ""Quelle"""."request_limits"');
  });

  it('prepares nothing where it is told not to', async () => {
    const { queries, store } = recorded({ prepare: false });
    await store.counter(rule).count('192.0.2.1');
    expect(queries[0]).not.toHaveProperty('name');
  });

  it('fails as the database fails', async () => {
    const failure = new Error('connection refused');
    const store = postgresLimits({ pool: { query: () => Promise.reject(failure) } });
    await expect(store.counter(rule).count('192.0.2.1')).rejects.toBe(failure);
  });

  it.each(['', 'n'.repeat(64), 'zero\0'])('takes %j for no schema', (schema) => {
    expect(() => recorded({ schema })).toThrow(TypeError);
  });
});
