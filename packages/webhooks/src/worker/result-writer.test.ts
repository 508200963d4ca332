import { createFixedClock } from '@stepward/testing';
import type { DeliveryState, MadeAttempt, OverDelivery } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import { madeAttempt, pendingDelivery } from '../../test/due-attempt.js';
import { createRecordingLogger } from '../../test/recording-logger.js';
import { turns } from '../../test/worker-world.js';
import { createResultWriter } from './result-writer.js';

const NEXT = new Date('2026-01-01T00:00:05.000Z');
const PENDING: DeliveryState = { status: 'pending', dueAt: NEXT, finishedAt: null };

const idOf = (result: MadeAttempt | OverDelivery): string =>
  result.type === 'made' ? result.attempt.delivery.deliveryId : result.finished.deliveryId;

/** A writer over an outbox that stores what `finish` lets through, and owns every shard but those that it tells as lost. */
function writerOver(finish: (ids: readonly string[]) => Promise<void>) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const batches: (readonly string[])[] = [];
  const ended: (readonly [id: string, retryAt: Date | null])[] = [];
  const world = { isCurrent: true, isEnding: false, lost: [] as readonly number[] };
  const lost: (readonly number[])[] = [];
  const stored: string[] = [];
  const writer = createResultWriter({
    worker: 'w1',
    outbox: {
      async finish(_fence, results) {
        const ids = results.map(idOf);
        batches.push(ids);
        await finish(ids);
        return { states: results.map(() => PENDING), actions: [], lost: world.lost };
      },
    },
    schedule: { ended: ({ deliveryId }, retryAt) => ended.push([deliveryId, retryAt]) },
    keeper: {
      fence: () => ({ worker: 'w1', shards: [] }),
      lose: (shards) => lost.push(shards),
      isCurrent: () => world.isCurrent,
    },
    clock,
    logger,
    retryMs: 1_000,
    isEnding: () => world.isEnding,
    onStored: (results) => stored.push(...results.map(({ delivery }) => delivery.deliveryId)),
  });
  const write = (...ids: readonly string[]): void => {
    for (const id of ids) writer.write({ delivery: pendingDelivery(id), result: madeAttempt(id) });
  };
  const failures = async (count: number): Promise<void> => {
    for (let second = 0; second < count; second += 1) {
      clock.advance(1_000);
      await turns();
    }
  };
  return { writer, write, failures, clock, logger, batches, ended, lost, stored, world };
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

  it('stores the others of a batch that holds one which cannot be stored, and warns once a minute', async () => {
    const { writer, write, failures, stored, logger } = writerOver(async (ids) => {
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
    expect(writer.isIdle()).toBe(true);
    expect(logger.lines()).toEqual([
      ['warn', { worker: 'w1', results: 4, reason: 'refused' }, expect.any(String)],
      ['error', { worker: 'w1', tenantId: 'acme', deliveryId: 'poison' }, expect.any(String)],
    ]);
  });

  it('asks a database that is away ten times a second at most, and keeps all results until it is back', async () => {
    const { writer, write, world, failures, batches, stored } = writerOver(() =>
      world.isCurrent ? Promise.resolve() : Promise.reject(new Error('away')),
    );
    world.isCurrent = false;
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    write(...ids);
    await turns();
    const before = batches.length;
    await failures(60);
    expect(batches.length - before).toBeLessThanOrEqual(60 * 10);
    world.isCurrent = true;
    await failures(1);
    await writer.settled();
    expect(stored.toSorted()).toEqual(ids.toSorted());
  });

  it('drops what it cannot store when the worker ends and its lease is over', async () => {
    const { writer, write, world, failures, ended, logger } = writerOver(() =>
      Promise.reject(new Error('away')),
    );
    world.isEnding = true;
    write('a');
    await failures(2);
    expect(writer.isIdle()).toBe(false);
    world.isCurrent = false;
    await failures(1);
    await writer.settled();
    expect(ended).toEqual([['a', null]]);
    expect(logger.lines().at(-1)?.[0]).toBe('error');
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
