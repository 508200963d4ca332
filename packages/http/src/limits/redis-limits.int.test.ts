/** Counting in a real Redis. Runs where `REDIS_URL` names one, for example `redis://127.0.0.1:6379`, else shows as skipped. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisLimits } from './redis-limits.js';

const url = process.env['REDIS_URL'];
const rule = { name: 'account:address', limit: 3, windowMs: 60_000 };

describe.skipIf(url === undefined)('counting over clients of ioredis (REDIS_URL)', () => {
  // Each run has keys of its own, which leave Redis as their window ends.
  const prefix = `stepward-test-${randomUUID()}`;
  let clients: readonly [Redis, Redis];

  beforeAll(async () => {
    clients = [new Redis(url ?? ''), new Redis(url ?? '')];
    await Promise.all(clients.map((client) => once(client, 'ready')));
  });
  afterAll(() => {
    for (const client of clients) client.disconnect();
  });

  it('two clients share one limit: exactly so many of parallel requests go through', async () => {
    const counters = clients.map((client) => redisLimits({ client, prefix }).counter(rule));
    const stands = await Promise.all(
      Array.from({ length: 20 }, (_, n) => counters[n % 2]!.count('192.0.2.1')),
    );
    const served = stands.filter(({ exceeded }) => !exceeded).map(({ remaining }) => remaining);
    expect(served.toSorted()).toEqual([0, 1, 2]);
    expect(stands.every(({ resetMs }) => resetMs > 0 && resetMs <= 60_000)).toBe(true);
    expect(await clients[0].keys(`${prefix}*`)).toEqual([`${prefix}:account:address:192.0.2.1`]);
  });

  it('a bucket that is known to be full is not asked for', async () => {
    const [client] = clients;
    const counter = redisLimits({ client, prefix: `${prefix}-other` }).counter(rule);
    for (let n = 0; n < 4; n += 1) await counter.count('192.0.2.2');
    expect(await counter.count('192.0.2.2')).toMatchObject({ exceeded: true, remaining: 0 });
    expect(await client.get(`${prefix}-other:account:address:192.0.2.2`)).toBe('4');
    expect(await client.pttl(`${prefix}-other:account:address:192.0.2.2`)).toBeGreaterThan(0);
  });
});
