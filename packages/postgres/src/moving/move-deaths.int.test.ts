/** Processes that die before each few statements of a move, and of its cancellation. */
import { ok } from '@stepward/core';
import { listWaiting } from '@stepward/testing';
import { expect, it } from 'vitest';
import { isAcme, moveHarness, outcomeOf } from '../../test/move-harness.js';
import type { PostgresPool } from '../index.js';

const { storageOf, fill, move, cancel, dyingAfter, dyingAt, rowsOf } = await moveHarness();

const work = async () => ok(null);

/** Begins again until it ends, each time in a process that lives for so many statements more. Returns how many died. */
async function deathsOf(
  begin: (through: PostgresPool) => Promise<unknown>,
  step: number,
): Promise<number> {
  for (let deaths = 0; ; deaths += 1) {
    const ended = await outcomeOf(begin(dyingAfter((deaths + 1) * step)));
    if (ended === 'done') return deaths;
    expect(ended).toBe('killed');
  }
}

it('a tenant that is moved arrives whole wherever the process dies that moves it', async () => {
  await fill();
  const before = await rowsOf('north', 'acme');
  expect(await deathsOf(move, 4)).toBeGreaterThan(5);
  expect(await rowsOf('south', 'acme')).toEqual(before);
  expect(await rowsOf('north', 'acme')).toEqual({});
});

it('a move that is cancelled leaves the tenant as it was, wherever the process died that moved it, until the new database has it', async () => {
  await fill();
  const before = await rowsOf('north', 'acme');
  const outcomes: string[] = [];
  for (let limit = 11; ; limit += 11) {
    const moved = await outcomeOf(move(dyingAfter(limit)));
    const cancelled = await outcomeOf(cancel());
    outcomes.push(cancelled);
    if (cancelled !== 'done') {
      expect(cancelled).toContain('the tenant lives in south already');
      if (moved !== 'done') await move();
      break;
    }
    expect(moved).toBe('killed');
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect(await rowsOf('south', 'acme')).toEqual({});
    expect((await storageOf('north').run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
    const { events, subscribers } = await listWaiting(storageOf('north').queue);
    expect([...events, ...subscribers].filter(isAcme).length).toBeGreaterThan(0);
  }
  expect(outcomes.length).toBeGreaterThan(3);
  expect(await rowsOf('south', 'acme')).toEqual(before);
  expect(await rowsOf('north', 'acme')).toEqual({});
});

it('a move that is cancelled is undone wherever the process dies that cancels it, and can be moved later', async () => {
  await fill();
  const before = await rowsOf('north', 'acme');
  expect(await outcomeOf(move(dyingAt("set state = 'left'")))).toBe('killed');
  await expect(storageOf('north').run({ tenantId: 'acme' }, work)).rejects.toMatchObject({
    name: 'StorageUnavailable',
  });

  expect(await deathsOf(cancel, 11)).toBeGreaterThan(1);
  expect(await rowsOf('north', 'acme')).toEqual(before);
  expect(await rowsOf('south', 'acme')).toEqual({});

  await move();
  expect(await rowsOf('south', 'acme')).toEqual(before);
});
