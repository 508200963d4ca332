import type { WaitingEvent } from '@stepward/core/adapter';
import { createDispatchTurns, createSchedule } from '@stepward/core/webhooks';
import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createShardReader } from './shard-reader.js';

const LIMITS = { slots: 1, perSubscriber: 1, perSecond: null, circuitBreaker: false, maxRows: 1 };

/** More than one page has. */
const TENANTS = 1_500;

const event = (shard: number, tenant: number): WaitingEvent => ({
  ...{ shard, tenantId: `tenant-${String(tenant)}`, eventId: 'event', emittedAt: new Date(tenant) },
});

it('a list that ends in the middle, because all of its shards are lost, keeps no later one from being read', async () => {
  const turns = createDispatchTurns();
  let waiting = Array.from({ length: TENANTS }, (_, tenant) => event(1, tenant));
  let kept: readonly number[] = [1];
  let pages = 0;
  const reader = createShardReader({
    ...{ turns, schedule: createSchedule(LIMITS), clock: createFixedClock() },
    onRead: () => undefined,
    reach: (_part, call) => call().catch(() => null),
    keeper: { keeps: (shard) => kept.includes(shard), kept: () => kept },
    queue: {
      arrivals: async () => ({ events: null, deliveries: null, cursor: '' }),
      waiting: async () => [],
      load: async () => [],
      async emitted(shards, after, limit) {
        pages += 1;
        if (pages === 2) throw new Error('the database is away');
        const first = after === null ? 0 : 1 + waiting.indexOf(after);
        return waiting.filter(({ shard }) => shards.includes(shard)).slice(first, first + limit);
      },
    },
  });

  reader.take([1]);
  await reader.settled();
  kept = [];
  reader.readArrivals();
  await reader.settled();
  turns.take(TENANTS);
  [waiting, kept] = [[event(2, 7)], [2]];
  reader.take([2]);
  await reader.settled();

  expect(turns.take(TENANTS)).toEqual(waiting);
});
