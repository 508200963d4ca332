import type { QueueNews } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createRecordingLogger } from '../../test/recording-logger.js';
import { turns } from '../../test/worker-world.js';
import { createWakeListener } from './wake-listener.js';

type Answer = 'listens' | 'cannot' | 'fails';

/** A listener over storage that answers as the test says. */
function createWorld(first: Answer) {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const storage = {
    answer: first,
    tries: 0,
    closed: 0,
    lose: ((): void => undefined) as (reason: string) => void,
  };
  const news: QueueNews[] = [];
  const listener = createWakeListener({
    worker: 'w1',
    queue: {
      listen(_worker, _onNews, onLost) {
        storage.tries += 1;
        storage.lose = onLost;
        if (storage.answer === 'fails') return Promise.reject(new Error('away'));
        if (storage.answer === 'cannot') return Promise.resolve(null);
        const close = () => Promise.resolve(void (storage.closed += 1));
        return Promise.resolve({ close });
      },
    },
    clock,
    logger,
    onNews: (each) => news.push(each),
  });
  const after = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await turns(2);
  };
  return { listener, storage, logger, news, after };
}

describe('listening to the queue', () => {
  it('is tried again after 1, 2, 4 and more seconds, up to a minute, and logged once', async () => {
    const { listener, storage, logger, after } = createWorld('fails');
    listener.start();
    await turns(2);
    const tries: number[] = [];
    for (const ms of [999, 1, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 59_999, 1]) {
      await after(ms);
      tries.push(storage.tries);
    }
    expect(tries).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 8, 9]);
    expect(logger.lines()).toEqual([
      [
        'warn',
        { worker: 'w1', reason: 'away' },
        'the delivery worker finds new events by polling alone',
      ],
    ]);
    await listener.stop();
  });

  it('says once where storage cannot tell, and when it listens again; what it did not hear is news', async () => {
    const { listener, storage, logger, news, after } = createWorld('cannot');
    listener.start();
    await turns(2);
    expect(news).toEqual([]);
    storage.answer = 'listens';
    await after(1_000);
    expect(news).toEqual(['shards', 'arrivals']);
    storage.lose('the connection ended');
    await after(999);
    expect(storage.tries).toBe(2);
    await after(1);
    expect(storage.tries).toBe(3);
    expect(logger.lines().map(([level]) => level)).toEqual(['warn', 'info', 'warn', 'info']);
    expect(logger.lines()[2]?.[1]).toEqual({ worker: 'w1', reason: 'the connection ended' });
    await listener.stop();
    expect(storage.closed).toBe(1);
  });

  it('ends where it is stopped: nothing is logged or tried after that', async () => {
    const { listener, storage, logger, after } = createWorld('listens');
    listener.start();
    const stopped = listener.stop();
    await stopped;
    storage.lose('closed');
    await after(60_000);
    expect([storage.tries, storage.closed, logger.lines()]).toEqual([1, 1, []]);
  });
});
