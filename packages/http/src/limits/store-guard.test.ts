import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { recordingLogger, type LogLine } from '../../test/worlds/account-world.js';
import type { RequestCount } from '@stepward/core/adapter';
import { createStoreGuard, type CountMeasurement } from './store-guard.js';

const COUNT: RequestCount = { exceeded: false, remaining: 1, resetMs: 1_000 };
const answering = async (): Promise<RequestCount> => COUNT;
const failing = async (): Promise<RequestCount> => {
  throw new Error('connection refused');
};
const hanging = (): Promise<RequestCount> => new Promise(() => undefined);

function guarded({ remote = true } = {}) {
  const clock = createFixedClock();
  const log: LogLine[] = [];
  const measured: CountMeasurement[] = [];
  const metrics = { counted: (each: CountMeasurement) => measured.push(each) };
  const ask = createStoreGuard({ remote, clock, logger: recordingLogger(log), metrics });
  const failures = () => measured.map(({ failure }) => failure);
  return { clock, log, ask, failures };
}

describe('a store that answers', () => {
  it('is used, and nothing is logged', async () => {
    const { ask, log } = guarded();
    expect(await ask(answering)).toBe(COUNT);
    expect(log).toEqual([]);
  });

  it('is measured if it is remote', async () => {
    for (const remote of [true, false]) {
      const { ask, failures } = guarded({ remote });
      await ask(answering);
      expect(failures()).toEqual(remote ? [null] : []);
    }
  });

  it('is used though the metrics throw', async () => {
    const counted = (): never => {
      throw new Error('no meter');
    };
    const logger = recordingLogger([]);
    const shared = { remote: true, clock: createFixedClock(), logger };
    const ask = createStoreGuard({ ...shared, metrics: { counted } });
    expect(await ask(answering)).toBe(COUNT);
  });
});

describe('a store that fails', () => {
  it.each<[string, () => Promise<RequestCount>]>([
    ['with a rejection', failing],
    [
      'before it answers with a promise',
      () => {
        throw new Error('connection refused');
      },
    ],
  ])('%s: null, and it is logged', async (_, ask) => {
    for (const remote of [true, false]) {
      const guard = guarded({ remote });
      expect(await guard.ask(ask)).toBeNull();
      expect(guard.log).toMatchObject([
        {
          level: 'error',
          message: 'the store of the request limits failed',
          fields: { error: { name: 'Error', message: 'connection refused' } },
        },
      ]);
    }
  });

  it('is reported at once, and then once a minute', async () => {
    const { ask, log, clock } = guarded();
    for (let second = 0; second < 180; second += 1) {
      await ask(failing);
      clock.advance(1_000);
    }
    expect(log).toHaveLength(3);
  });

  it('is asked again at once', async () => {
    const { ask, log, failures } = guarded();
    await ask(failing);
    for (let n = 0; n < 2; n += 1) expect(await ask(answering)).toBe(COUNT);
    expect(log.map(({ level, message }) => [level, message])).toEqual([
      ['error', 'the store of the request limits failed'],
      ['info', 'the store of the request limits can be used again'],
    ]);
    expect(failures()).toEqual(['store_failed', null, null]);
  });
});

describe('a store that hangs', () => {
  it('is waited for 500 ms and no longer', async () => {
    const { ask, log, clock } = guarded();
    const asked = ask(hanging);
    clock.advance(499);
    expect(await Promise.race([asked, Promise.resolve('waiting')])).toBe('waiting');
    clock.advance(1);
    expect(await asked).toBeNull();
    expect(log).toMatchObject([{ fields: { error: { message: 'no answer within 500 ms' } } }]);
  });

  it('is then left alone for a second, so that no queue builds up in it', async () => {
    const { ask, log, clock, failures } = guarded();
    const asked = ask(hanging);
    clock.advance(500);
    await asked;

    let calls = 0;
    const counted = (): Promise<RequestCount> => {
      calls += 1;
      return answering();
    };
    clock.advance(999);
    expect([await ask(counted), calls]).toEqual([null, 0]);
    clock.advance(1);
    expect([await ask(counted), calls]).toEqual([COUNT, 1]);
    expect(log.map(({ level }) => level)).toEqual(['error', 'info']);
    expect(failures()).toEqual(['timed_out', 'not_called', null]);
  });

  it('is left alone no longer where the clock was set back', async () => {
    const { ask, clock } = guarded();
    const asked = ask(hanging);
    clock.advance(500);
    await asked;
    clock.advance(-3_600_000);
    expect(await ask(answering)).toBe(COUNT);
  });

  it('may fail after the guard has given up', async () => {
    const { ask, clock } = guarded();
    let fail: (error: Error) => void = () => undefined;
    const asked = ask(() => new Promise((_, reject) => (fail = reject)));
    clock.advance(500);
    expect(await asked).toBeNull();
    fail(new Error('too late'));
    await new Promise(setImmediate);
  });
});
