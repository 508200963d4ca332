import { ok } from '@stepward/core';
import { expect, it } from 'vitest';
import { record } from '../../test/samples.js';
import { watchedDatabase } from '../../test/watched-database.js';
import { createSqliteStorage } from '../index.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');

it('a replay reads no more of a long log than its limit', async () => {
  const database = watchedDatabase();
  const storage = createSqliteStorage({ database });
  await record(storage, {});
  for (let number = 100; number < 200; number += 1) {
    const [eventId, at] = [`event-${number}`, NOW.getTime() + number];
    database.exec(`
      insert into stepward_events (tenant_id, event_id, type, data, emitted_at)
        values ('acme', '${eventId}', 'user.created', '{}', ${at});
      insert into stepward_deliveries (tenant_id, subscriber_id, delivery_id, shard, event_id,
          event_type, status, attempts, created_at, finished_at, is_late, is_ordered)
        values ('acme', 'theirs', '${number}', 0, '${eventId}', 'user.created', 'delivered', 1,
          ${at}, ${at}, 0, 0)`);
  }
  database.given.length = 0;

  const filter = { status: null, since: null, until: null };
  const request = { subscriberId: 'theirs', filter, now: NOW, limit: 3, isDryRun: false };
  const replayed = await storage.run({ tenantId: 'acme' }, async ({ deliveries }) =>
    ok(await deliveries.enqueue({ type: 'replay', ...request })),
  );

  const at = (number: number) => new Date(NOW.getTime() + number);
  const emitted = { first: at(100), last: at(102) };
  expect(replayed._unsafeUnwrap()).toEqual({ count: 3, more: at(103), emitted });
  expect(Math.max(...database.given)).toBe(3);
});
