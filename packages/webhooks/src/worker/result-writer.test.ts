import { StorageUnavailable } from '@stepward/core';
import { createFixedClock } from '@stepward/testing';
import type { AttemptResult, DeliveryState } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import { madeAttempt, pendingDelivery } from '../../test/due-attempt.js';
import { createRecordingLogger } from '../../test/recording-logger.js';
import { turns } from '../../test/worker-world.js';
import { createResultWriter } from './result-writer.js';

const NEXT = new Date('2026-01-01T00:00:05.000Z');
const PENDING: DeliveryState = { status: 'pending', dueAt: NEXT, finishedAt: null };

const idOf = (result: AttemptResult): string => result.delivery.deliveryId;

/** A writer over an outbox that stores what `finish` lets through, and owns every shard but those that it tells as lost. */
function writerOver(finish: (ids: readonly string[]) => Promise<void>) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const batches: (readonly string[])[] = [];
  const ended: (readonly [id: string, retryAt: Date | null])[] = [];
  const readAgain: string[] = [];
  const world = { isCurrent: true, isEnding: false, isStored: true, lost: [] as readonly number[] };
  const lost: (readonly number[])[] = [];
  const stored: string[] = [];
  const writer = createResultWriter({
    worker: 'w1',
    outbox: {
      async finish(_fence, results) {
        const ids = results.map(idOf);
        batches.push(ids);
        await finish(ids);
        const states = results.map(() => (world.isStored ? PENDING : null));
        return { states, actions: [], freed: [], lost: world.lost };
      },
    },
    schedule: {
      ended: ({ deliveryId }, retryAt) => ended.push([deliveryId, retryAt]),
      readAgain: ({ deliveryId }) => readAgain.push(deliveryId),
      freed: () => undefined,
    },
    keeper: {
      fence: () => ({ worker: 'w1', shards: [] }),
      lose: (_fence, shards) => lost.push(shards),
      isCurrent: () => world.isCurrent,
    },
    clock,
    logger,
    isEnding: () => world.isEnding,
    onStored: (results) => stored.push(...results.map(({ delivery }) => delivery.deliveryId)),
  });
  const write = (...ids: readonly string[]): void => {
    for (const id of ids) writer.write(madeAttempt(id));
  };
  const failures = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1_000);
      await turns();
    }
  };
  return { writer, write, failures, clock, logger, batches, ended, readAgain, lost, stored, world };
}

describe('the result writer', () => {
  it('stores a result, and gives the schedule the time of the next attempt', async () => {
    const { writer, write, ended, stored } = writerOver(() => Promise.resolve());
    write('a');
    expect([writer.count(), writer.isIdle()]).toEqual([1, false]);
    await writer.settled();
    expect([ended, stored, writer.count()]).toEqual([[['a', NEXT]], ['a'], 0]);
  });

  it('gathers results while it writes, and stores them together, 200 at most', async () => {
    const { writer, write, batches } = writerOver(() => turns(1));
    write(...Array.from({ length: 402 }, (_, index) => String(index)));
    await writer.settled();
    expect(batches.map((batch) => batch.length)).toEqual([1, 200, 200, 1]);
  });

  it('stores the others of a batch that holds one which cannot be stored, and gives that up in the end', async () => {
    const { writer, write, failures, stored, readAgain, logger } = writerOver(async (ids) => {
      await turns(1);
      if (ids.includes('poison')) throw new Error('refused');
    });
    write('first', 'poison', 'a', 'b', 'c');
    await turns();
    expect(stored.toSorted()).toEqual(['a', 'b', 'c', 'first']);
    write('later');
    await turns();
    expect([stored.at(-1), writer.count()]).toEqual(['later', 1]);
    await failures(29);
    expect(writer.count()).toBe(1);
    for (let refusal = 1; refusal < 30; refusal += 1) {
      expect(readAgain).toEqual([]);
      write(`beside-${String(refusal)}`);
      await failures(1);
    }
    expect([writer.isIdle(), readAgain]).toEqual([true, ['poison']]);
    expect(logger.lines()).toEqual([
      ['warn', { worker: 'w1', results: 4, reason: 'refused' }, expect.any(String)],
      ['error', { worker: 'w1', tenantId: 'acme', deliveryId: 'poison' }, expect.any(String)],
    ]);
  });

  it('stores 100 results behind 31 that are refused, each of those asked about once a second', async () => {
    const { writer, write, failures, stored, batches, readAgain } = writerOver(async (ids) => {
      await turns(1);
      if (ids.some((id) => id.startsWith('poison'))) throw new Error('refused');
    });
    const poisons = Array.from({ length: 31 }, (_, index) => `poison-${String(index)}`);
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    write(...poisons, ...ids);
    await turns(200);
    expect(stored.toSorted()).toEqual(ids.toSorted());
    const before = batches.length;
    write('later');
    await turns();
    expect([stored.at(-1), batches.length - before]).toEqual(['later', 1]);
    await failures(1);
    await turns(100);
    expect(batches.slice(before + 1).map((batch) => batch.length)).toEqual(poisons.map(() => 1));
    expect([writer.count(), readAgain]).toEqual([31, []]);
  });

  it('stores what was in a refused batch while others keep coming, and tries what was refused by itself every 10 seconds', async () => {
    let others = 0;
    const { writer, write, clock, stored, batches } = writerOver(async (ids) => {
      if (others < 300) write(`other-${String((others += 1))}`);
      await turns(1);
      if (ids.includes('poison')) throw new Error('refused');
    });
    const tries = () => batches.filter((ids) => ids.includes('poison')).length;
    const innocents = Array.from({ length: 20 }, (_, index) => String(index));
    write('first', 'poison', ...innocents);
    await turns(100);
    expect(stored).toEqual(expect.arrayContaining(innocents));
    clock.advance(9_000);
    await turns(20);
    expect([others < 300, tries()]).toEqual([true, 2]);
    clock.advance(1_000);
    await turns(20);
    expect([others < 300, tries()]).toEqual([true, 3]);
    expect(writer.count()).toBeGreaterThan(0);
  });

  it('asks a database that is away once a second for each batch, and keeps all results until it is back', async () => {
    let rejections = 0;
    const { writer, write, failures, batches, stored, readAgain } = writerOver(async () => {
      if ((rejections += 1) <= 40) throw new StorageUnavailable('away');
    });
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    write(...ids);
    await turns();
    const before = batches.length;
    await failures(10);
    expect(batches.length - before).toBe(10);
    await failures(40);
    await writer.settled();
    expect([stored.toSorted(), readAgain]).toEqual([ids.toSorted(), []]);
  });

  it('gives a result up that is refused although the worker ends', async () => {
    const { writer, write, world, failures, readAgain } = writerOver(() =>
      Promise.reject(new Error('refused')),
    );
    world.isEnding = true;
    write('a');
    await failures(30);
    expect([writer.isIdle(), readAgain]).toEqual([true, ['a']]);
  });

  it('drops what it cannot store when the worker ends and its lease is over', async () => {
    const { writer, write, world, failures, ended, readAgain, logger } = writerOver(() =>
      Promise.reject(new Error('away')),
    );
    world.isEnding = true;
    write('a');
    await failures(2);
    expect(writer.isIdle()).toBe(false);
    world.isCurrent = false;
    await failures(1);
    await writer.settled();
    expect([ended, readAgain]).toEqual([[], ['a']]);
    expect(logger.lines().at(-1)?.[0]).toBe('error');
  });

  it('has read again what storage did not store, because it has the delivery otherwise', async () => {
    const { writer, write, world, ended, readAgain } = writerOver(() => Promise.resolve());
    world.isStored = false;
    write('a', 'b');
    await writer.settled();
    expect([ended, readAgain]).toEqual([[], ['a', 'b']]);
  });

  it('tells the keeper of shards that storage says are lost', async () => {
    const { writer, write, world, lost } = writerOver(() => Promise.resolve());
    const { shard } = pendingDelivery('a');
    world.lost = [shard];
    write('a');
    await writer.settled();
    expect(lost).toEqual([[shard]]);
  });
});
