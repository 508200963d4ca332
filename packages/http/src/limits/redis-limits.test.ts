import { describe, expect, it } from 'vitest';
import { redisLimits, type NodeRedisClient } from './redis-limits.js';

const rule = { name: 'account:address', limit: 3, windowMs: 60_000 };

describe('counting over a client of redis', () => {
  /** The answer of the script, by the interface of node-redis. */
  const answering = (consumed: number, ttl: number): NodeRedisClient & { calls: unknown[] } => {
    const calls: unknown[] = [];
    return {
      calls,
      async eval(_, options) {
        calls.push(options);
        return [consumed, ttl];
      },
    };
  };

  it('takes one script', async () => {
    const client = answering(1, 59_500);
    expect(await redisLimits({ client }).counter(rule).count('192.0.2.1')).toEqual({
      exceeded: false,
      remaining: 2,
      resetMs: 59_500,
    });
    expect(client.calls).toEqual([
      { keys: ['stepward:account:address:192.0.2.1'], arguments: ['1', '60', '3', '60'] },
    ]);
  });

  it('a key that ran out in between says 0, not a time in the past', async () => {
    const client = answering(4, -2);
    expect(await redisLimits({ client }).counter(rule).count('192.0.2.1')).toEqual({
      exceeded: true,
      remaining: 0,
      resetMs: 0,
    });
  });

  it('is refused while the client is not connected, and nothing is kept for later', async () => {
    const client = { ...answering(1, 59_500), isReady: false };
    await expect(redisLimits({ client }).counter(rule).count('192.0.2.1')).rejects.toThrow();
    expect(client.calls).toEqual([]);
  });

  it('takes no script for a bucket that is known to be full', async () => {
    const client = answering(4, 59_500);
    const counter = redisLimits({ client }).counter(rule);
    for (let n = 0; n < 3; n += 1) {
      expect(await counter.count('192.0.2.1')).toMatchObject({ exceeded: true, remaining: 0 });
    }
    expect(client.calls).toHaveLength(1);
  });

  it('fails as Redis fails', async () => {
    const failure = new Error('the socket closed unexpectedly');
    const client: NodeRedisClient = { eval: () => Promise.reject(failure) };
    await expect(redisLimits({ client }).counter(rule).count('192.0.2.1')).rejects.toBe(failure);
  });
});

it.each(['', 'p'.repeat(65)])('the prefix cannot be %j', (prefix) => {
  const client: NodeRedisClient = { eval: async () => [1, 1] };
  expect(() => redisLimits({ client, prefix })).toThrow(/^redisLimits: prefix must be/);
});

it('a missing client is reported', () => {
  expect(() => redisLimits({} as never)).toThrow('redisLimits: client is missing');
});
