import { ok } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { moveHarness, outcomeOf } from '../../test/move-harness.js';

const { database, pool, storageOf, fill, move, cancel, dyingAt, actingAt, rowsOf } =
  await moveHarness();

const work = async () => ok(null);

describe('a move that is cancelled', () => {
  it.each([
    ['arrives', 1],
    ['is deleted from the old database', 2],
  ])(
    'is not harmed by a process that stands still before it %s, until it was moved on and back',
    async (_, standing) => {
      await fill();
      const before = await rowsOf('north', 'acme');
      let holds = 0;
      const slow = createInterceptingPool(pool, async (query, go) => {
        if (query.text.includes("state = 'left' for update")) {
          holds += 1;
          if (holds === standing) {
            await move();
            await move(pool, 'south', 'north');
          }
        }
        return go(query);
      });

      await expect(move(slow)).rejects.toThrow('another process has taken the move of this tenant');

      expect(await rowsOf('north', 'acme')).toEqual(before);
      expect(await rowsOf('south', 'acme')).toEqual({});
    },
  );

  it('is bound by no statement_timeout, and leaves the tenant usable where a statement fails', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    const limits = new Set<unknown>();
    let hasFrozen = false;
    const limited = database.pool({ options: '-c statement_timeout=60000' });
    const failing = createInterceptingPool(limited, async (query, go) => {
      if (query.text.includes("'leaving', $2")) hasFrozen = true;
      if (!hasFrozen || !query.text.includes('count(*)')) return go(query);
      const { rows } = await go({ text: `select current_setting('statement_timeout') as ms` });
      limits.add((rows[0] as { readonly ms: string }).ms);
      throw new Error('the server is away');
    });

    await expect(move(failing)).rejects.toThrow('the server is away');

    expect([...limits]).toEqual(['0']);
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect((await storageOf('north').run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
    await move();
    expect(await rowsOf('north', 'acme')).toEqual({});
  });

  it('cannot go on once a part of the copy is deleted', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    expect(await outcomeOf(move(dyingAt("'leaving', $2")))).toBe('killed');
    expect(await outcomeOf(cancel(dyingAt("set state = 'left'")))).toBe('killed');
    await expect(move()).rejects.toThrow('cancel it again, then move the tenant');
    await cancel();
    await move();
    expect(await rowsOf('south', 'acme')).toEqual(before);
  });

  it('fails in the process that still makes it, and leaves the tenant usable', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    const slow = actingAt("'leaving', $2", () => cancel());
    await expect(move(slow)).rejects.toThrow('another process has taken the move of this tenant');
    expect((await storageOf('north').run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect(await rowsOf('south', 'acme')).toEqual({});
  });

  it('never began changes nothing', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    expect(await cancel()).toEqual({});
    expect(await rowsOf('north', 'acme')).toEqual(before);
  });
});
