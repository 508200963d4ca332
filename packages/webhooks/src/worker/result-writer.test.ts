import type { MadeAttempt } from '@stepward/core/adapter';
import type { AttemptDecision } from '@stepward/core/webhooks';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { madeAttempt } from '../test/due-attempt.js';
import { createRecordingLogger } from '../test/recording-logger.js';
import { createResultWriter } from './result-writer.js';

const DELIVERED: AttemptDecision = { status: 'delivered' };
const ACTION = { type: 'notice_failing', tenantId: 'acme' } as const;

/** A writer over an outbox that stores what `finish` lets through. */
function writerOver(finish: (ids: readonly string[]) => Promise<void>) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const batches: (readonly string[])[] = [];
  const asked: string[] = [];
  const writer = createResultWriter({
    outbox: {
      async finish(_owner: string, made: readonly MadeAttempt[]) {
        const ids = made.map(({ attempt }) => attempt.delivery.deliveryId);
        batches.push(ids);
        await finish(ids);
        const actions = made.map(({ attempt }) => ({
          ...ACTION,
          subscriberId: attempt.delivery.deliveryId,
        }));
        return { decisions: made.map(() => DELIVERED), actions };
      },
    },
    owner: 'w1',
    clock,
    logger,
    retryMs: 1_000,
    onActions: (actions) => asked.push(...actions.map(({ subscriberId }) => subscriberId)),
  });
  return { writer, clock, logger, batches, asked };
}

/** Lets everything run that waits for nothing but its turn. */
async function turns(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the result writer', () => {
  it('stores a result and answers with what the delivery turned into', async () => {
    const { writer } = writerOver(() => Promise.resolve());
    expect(await writer.write(madeAttempt('a'))).toEqual(DELIVERED);
  });

  it('hands over what a stored result asks for, once, before it answers', async () => {
    let isAway = true;
    const { writer, clock, asked } = writerOver(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    const written = writer.write(madeAttempt('a'));
    await turns();
    expect(asked).toEqual([]);
    isAway = false;
    clock.advance(1_000);
    await written;
    expect(asked).toEqual(['a']);
  });

  it('gathers results while it writes, and stores them together', async () => {
    const { writer, batches } = writerOver(turns);
    await Promise.all(['a', 'b', 'c', 'd'].map((id) => writer.write(madeAttempt(id))));
    expect(batches).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('puts no more than 200 results into one batch', async () => {
    const { writer, batches } = writerOver(turns);
    const ids = Array.from({ length: 402 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => writer.write(madeAttempt(id))));
    expect(batches.map((batch) => batch.length)).toEqual([1, 200, 200, 1]);
  });

  it('stores the others of a batch that holds one which cannot be stored, and warns once a minute', async () => {
    const { writer, clock, logger } = writerOver(async (ids) => {
      await turns();
      if (ids.includes('poison')) throw new Error('refused');
    });
    const written = ['first', 'a', 'poison', 'b'].map((id) => writer.write(madeAttempt(id)));
    const [first, a, poison, b] = written;
    expect(await Promise.all([first, a, b])).toEqual([DELIVERED, DELIVERED, DELIVERED]);
    expect(await writer.write(madeAttempt('later'))).toEqual(DELIVERED);

    for (let second = 0; second <= 30; second += 1) {
      clock.advance(1_000);
      await turns();
      await turns();
    }
    expect(await poison).toBeNull();
    expect(logger.lines()).toEqual([
      ['warn', { owner: 'w1', attempts: 3, reason: 'refused' }, expect.any(String)],
      ['error', { owner: 'w1', deliveryId: 'poison', attempt: 1 }, expect.any(String)],
    ]);
  });

  it('tries again while the lease lasts, so that a database that comes back loses nothing', async () => {
    let isAway = true;
    const { writer, clock } = writerOver(() =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    const written = writer.write(madeAttempt('a'));
    await turns();
    clock.advance(29_000);
    await turns();
    isAway = false;
    clock.advance(1_000);
    expect(await written).toEqual(DELIVERED);
  });
});
