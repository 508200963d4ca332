import { expect, it } from 'vitest';
import { createMemoryStorage } from '@stepward/testing';
import type { Expiry } from '../ports/storage.js';
import { DELIVERY_RETENTION_MS, EVENT_RETENTION_MS, purgeStorage } from './purge-storage.js';

it('keeps payloads for 30 days and the log of deliveries for 90', () => {
  expect([EVENT_RETENTION_MS, DELIVERY_RETENTION_MS]).toEqual([2_592_000_000, 7_776_000_000]);
});

it('purges what is older than that', async () => {
  const purged: Expiry[] = [];
  const storage = {
    ...createMemoryStorage(),
    purge: async (expiry: Expiry) => void purged.push(expiry),
  };
  const now = new Date('2026-06-30T12:00:00.000Z');
  await purgeStorage(storage, now);
  expect(purged).toEqual([
    {
      now,
      eventsUntil: new Date('2026-05-31T12:00:00.000Z'),
      deliveriesUntil: new Date('2026-04-01T12:00:00.000Z'),
    },
  ]);
});
