import { testDatabase } from '@stepward/dev-postgres';
import { createTestWorker } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createPausingPool } from '../../test/pausing-pool.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { untilBlockedBy } from '../../test/until-blocked-by.js';
import { attempted, emit, NOW, subscribe } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';

const KEY = '00000000-0000-4000-8000-000000000007';

const database = await testDatabase();
const pool = database.pool();
const pausing = createPausingPool(pool);
const storage = createPostgresStorage({ pool: pausing });
const { outbox, clock } = stepwardOver(storage);
const worker = createTestWorker(outbox, clock);
clock.advance(NOW.getTime() - clock.now().getTime());

it('an event that is dispatched while the delivery before it ends comes due', async () => {
  await subscribe(storage, 'acme', 1, { ordering: 'key' });
  await emit(storage, 'acme', 1, KEY);
  const [first] = await worker.due();
  const fence = await worker.hold();
  await emit(storage, 'acme', 1, KEY);
  const dispatches: Promise<void>[] = [];
  pausing.before('commit', async (pid) => {
    const dispatching = worker.dispatch();
    dispatches.push(dispatching);
    await Promise.race([dispatching, untilBlockedBy(pid, pool)]);
  });

  const { stored } = await storage.queue.finish(fence, [attempted(first!.delivery, 'delivered')]);
  await Promise.all(dispatches);

  expect(stored).toEqual([true]);
  expect(await worker.due()).toHaveLength(1);
});
