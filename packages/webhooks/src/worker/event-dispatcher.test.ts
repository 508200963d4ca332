import type { DeliveryQueue } from '@stepward/core/adapter';
import { createDispatchTurns, createSchedule } from '@stepward/core/webhooks';
import { expect, it } from 'vitest';
import { createEventDispatcher } from './event-dispatcher.js';

it('dispatches the events of other tenants although those of one cannot be dispatched', async () => {
  const turns = createDispatchTurns();
  const tenants = Array.from({ length: 40 }, (_, index) => `tenant-${String(index)}`);
  const event = { shard: 0, eventId: 'event', emittedAt: new Date(0) };
  turns.add(tenants.map((tenantId) => ({ tenantId, ...event })));
  const dispatched: string[] = [];
  const dispatch: DeliveryQueue['dispatch'] = async (_fence, events, limit) => {
    if (events.some(({ tenantId }) => tenantId === 'tenant-7')) throw new Error('refused');
    expect(events.length * limit.events).toBeLessThanOrEqual(100);
    dispatched.push(...events.map(({ tenantId }) => tenantId));
    return { made: [], unfinished: [], unreached: [], lost: [] };
  };
  const dispatcher = createEventDispatcher({
    ...{ turns, queue: { dispatch }, onMade: () => undefined },
    schedule: createSchedule({
      slots: 1,
      perSubscriber: 1,
      perSecond: null,
      circuitBreaker: false,
      maxRows: 1,
    }),
    reach: async (_part, call) => call().catch(() => null),
    keeper: {
      fence: () => ({ worker: 'w1', shards: [] }),
      keeps: () => true,
      lose: () => undefined,
    },
  });
  for (let poll = 0; poll < 20; poll += 1) {
    dispatcher.begin();
    await dispatcher.settled();
  }
  expect(dispatched.toSorted()).toEqual(tenants.filter((id) => id !== 'tenant-7').toSorted());
});
