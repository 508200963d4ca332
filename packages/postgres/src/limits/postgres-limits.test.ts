import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { postgresLimits, type PostgresLimitsOptions } from './postgres-limits.js';
import type { PostgresQuery } from '../connection/postgres-pool.js';

const rule = { name: 'account:address', limit: 2, windowMs: 60_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A pool that writes down what it is asked, and answers with a full bucket. */
function recorded(options: Partial<PostgresLimitsOptions> = {}) {
  const queries: PostgresQuery[] = [];
  const pool = {
    async query(query: PostgresQuery) {
      queries.push(query);
      return { rows: [{ points: 3, reset_ms: 1_500 }], rowCount: 1 };
    },
  };
  return { queries, store: postgresLimits({ pool, ...options }) };
}

describe('counting in Postgres', () => {
  it('takes one statement, with the bucket behind the name of its limit', async () => {
    const { queries, store } = recorded();
    await store.counter(rule).count('192.0.2.1');
    expect(queries).toMatchObject([{ values: ['account:address:192.0.2.1', 2, 60_000] }]);
    expect(queries[0]?.text).toContain('insert into "stepward".request_limits');
  });

  it('takes no connection for a bucket that is known to be full, until its window ends', async () => {
    const { queries, store } = recorded();
    const counter = store.counter(rule);
    const full = { exceeded: true, remaining: 0, resetMs: 1_500 };
    expect(await counter.count('192.0.2.1')).toEqual(full);
    vi.advanceTimersByTime(500);
    expect(await counter.count('192.0.2.1')).toEqual({ ...full, resetMs: 1_000 });
    expect(queries).toHaveLength(1);
    await counter.count('192.0.2.2');
    expect(queries).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    await counter.count('192.0.2.1');
    expect(queries).toHaveLength(3);
  });

  it('names its statements by their text, so that two schemas get along on one connection', async () => {
    const first = recorded({ schema: 'one' });
    const second = recorded({ schema: 'Zweite "Quelle"' });
    await first.store.counter(rule).count('192.0.2.1');
    await second.store.counter(rule).count('192.0.2.1');
    const [one, two] = [first.queries[0]!, second.queries[0]!];
    expect(one.name).toMatch(/^stepward_count_request_[0-9a-f]{12}$/);
    expect(two.name).not.toBe(one.name);
    expect(two.text).toContain('insert into "Zweite ""Quelle""".request_limits');
  });

  it('prepares no statement if that is disabled', async () => {
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
