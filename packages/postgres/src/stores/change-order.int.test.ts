import { randomUUID } from 'node:crypto';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { isNamed } from '../../test/pausing-pool.js';
import { emit, inUnit, NOW, subscribe, workOff } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });

it.each([
  ['key', 'none'],
  ['none', 'key'],
] as const)(
  'a change to `%s` returns no rows of the deliveries that it changes',
  async (ordering, before) => {
    const [subscriber] = await subscribe(storage, ordering, 1, { ordering: before });
    await emit(storage, ordering, 5, randomUUID());
    await workOff(storage, 'pending');
    const returned: number[] = [];
    const counting = createInterceptingPool(pool, async (query, go) => {
      const result = await go(query);
      if (isNamed(query, 'delivery_')) returned.push(result.rows.length);
      return result;
    });

    await inUnit(createPostgresStorage({ pool: counting }), ordering, ({ deliveries }) =>
      deliveries.order(subscriber!.id, ordering, NOW),
    );

    expect(returned).not.toHaveLength(0);
    expect(Math.max(...returned)).toBeLessThanOrEqual(1);
  },
);
