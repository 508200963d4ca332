import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { startRedisProtocolServer } from '../testing/redis-protocol-server.js';
import { redisLimits, type NodeRedisClient } from './redis-limits.js';

const rule = { name: 'account:address', limit: 3, windowMs: 60_000 };

describe('counting over a client of ioredis', async () => {
  const server = await startRedisProtocolServer();
  const connect = (): Redis => new Redis({ port: server.port, enableReadyCheck: false });
  const clients = [connect(), connect()];
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await server.stop();
  });

  it('two clients share one limit: exactly so many of parallel requests go through', async () => {
    const counters = clients.map((client) => redisLimits({ client }).counter(rule));
    const stands = await Promise.all(
      Array.from({ length: 20 }, (_, n) => counters[n % 2]!.count('192.0.2.1')),
    );
    expect(stands.filter(({ exceeded }) => !exceeded).map(({ remaining }) => remaining)).toEqual(
      expect.arrayContaining([2, 1, 0]),
    );
    expect(stands.filter(({ exceeded }) => !exceeded)).toHaveLength(3);
    expect(stands.every(({ resetMs }) => resetMs > 59_000 && resetMs <= 60_000)).toBe(true);
    expect([...server.counters.keys()]).toEqual(['stepward:account:address:192.0.2.1']);
  });

  it('a bucket that is known to be full is not asked for', async () => {
    const counter = redisLimits({ client: clients[0]!, prefix: 'other' }).counter(rule);
    for (let n = 0; n < 3; n += 1) await counter.count('192.0.2.2');
    const before = server.scriptsRun();
    expect(await counter.count('192.0.2.2')).toMatchObject({ exceeded: true, remaining: 0 });
    expect(server.scriptsRun()).toBe(before);
    expect(server.counters.get('other:account:address:192.0.2.2')).toBe(3);
  });
});

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

  it('fails as Redis fails', async () => {
    const failure = new Error('the socket closed unexpectedly');
    const client: NodeRedisClient = { eval: () => Promise.reject(failure) };
    await expect(redisLimits({ client }).counter(rule).count('192.0.2.1')).rejects.toBe(failure);
  });
});

it.each(['', 'p'.repeat(65)])('the prefix cannot be %j', (prefix) => {
  const client: NodeRedisClient = { eval: async () => [1, 1] };
  expect(() => redisLimits({ client, prefix })).toThrow(TypeError);
});
