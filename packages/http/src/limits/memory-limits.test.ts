import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryLimits } from './memory-limits.js';

// The library reads the machine's clock.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const rule = { name: 'account:address', limit: 2, windowMs: 60_000 };

describe('counting in memory', () => {
  it('lets the limit through in a window that begins with the first request, and then again', async () => {
    const counter = memoryLimits().counter(rule);
    const stands = [];
    for (const ms of [0, 20_000, 39_999, 1]) {
      vi.advanceTimersByTime(ms);
      stands.push(await counter.count('192.0.2.1'));
    }
    expect(stands).toEqual([
      { exceeded: false, remaining: 1, resetMs: 60_000 },
      { exceeded: false, remaining: 0, resetMs: 40_000 },
      { exceeded: true, remaining: 0, resetMs: 1 },
      { exceeded: false, remaining: 1, resetMs: 60_000 },
    ]);
  });

  it('keeps buckets, limits and stores apart', async () => {
    const store = memoryLimits();
    const counter = store.counter(rule);
    await counter.count('192.0.2.1');
    const other = { ...rule, name: 'customer:address' };
    const fresh = { exceeded: false, remaining: 1, resetMs: 60_000 };
    expect(await counter.count('192.0.2.2')).toEqual(fresh);
    expect(await store.counter(other).count('192.0.2.1')).toEqual(fresh);
    expect(await memoryLimits().counter(rule).count('192.0.2.1')).toEqual(fresh);
  });

  it('of parallel requests exactly the limit goes through', async () => {
    const counter = memoryLimits().counter({ ...rule, limit: 7 });
    const stands = await Promise.all(Array.from({ length: 50 }, () => counter.count('192.0.2.1')));
    expect(stands.filter(({ exceeded }) => !exceeded)).toHaveLength(7);
  });
});
