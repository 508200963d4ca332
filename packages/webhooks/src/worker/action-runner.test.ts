import type { SubscriberAction } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createRecordingLogger } from '../../test/recording-logger.js';
import { createActionRunner } from './action-runner.js';

/** A runner whose actions end when the test says so, by the name `tenant/subscriber`. */
function createWorld() {
  const clock = createFixedClock();
  const logger = createRecordingLogger();
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const acted = { count: 0 };
  const runner = createActionRunner({
    outbox: {
      act: ({ tenantId, subscriberId }) =>
        new Promise((resolve, reject) => {
          const name = `${tenantId}/${subscriberId}`;
          begun.push(name);
          ends.set(name, (error) => (error === undefined ? resolve() : reject(error)));
        }),
    },
    clock,
    logger,
    onActed: () => (acted.count += 1),
  });
  const add = (...names: readonly string[]): void => runner.add(names.map(actionOf));
  /** Ends an action, and lets the next one begin. */
  async function end(name: string, error?: Error): Promise<void> {
    ends.get(name)?.(error);
    ends.delete(name);
    await new Promise((resolve) => setImmediate(resolve));
  }
  async function endAll(): Promise<void> {
    while (ends.size > 0) for (const name of ends.keys()) await end(name);
  }
  return { runner, clock, logger, begun, acted, add, end, endAll };
}

function actionOf(name: string): SubscriberAction {
  const [tenantId = '', subscriberId = ''] = name.split('/');
  return { type: 'notice_failing', tenantId, subscriberId };
}

function ofTenant(tenantId: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => `${tenantId}/${String(number)}`);
}

describe('actions on subscribers', () => {
  it('run four at a time, one for each tenant', async () => {
    const { begun, add, end, endAll } = createWorld();
    add('a/1', 'a/2', 'b/1', 'c/1', 'd/1', 'e/1');
    expect(begun).toEqual(['a/1', 'b/1', 'c/1', 'd/1']);
    await end('c/1');
    expect(begun.slice(4)).toEqual(['e/1']);
    await end('a/1');
    expect(begun.slice(5)).toEqual(['a/2']);
    await endAll();
  });

  it('of a tenant with many do not delay those of another', async () => {
    const { begun, add, end, endAll } = createWorld();
    add(...['a', 'b', 'c', 'd'].flatMap((tenantId) => ofTenant(tenantId, 100)));
    add('quiet/1');
    await end('a/0');
    expect(begun.at(-1)).toBe('quiet/1');
    await endAll();
    expect(begun).toHaveLength(401);
  });

  it('are dropped at the stop, but the next one of each tenant', async () => {
    const { runner, begun, add, end, endAll } = createWorld();
    add(...['a', 'b', 'c', 'd', 'e'].flatMap((tenantId) => ofTenant(tenantId, 100)));
    const stopped = runner.stop();
    await end('a/0');
    await endAll();
    await stopped;
    expect(begun).toEqual(['a/0', 'b/0', 'c/0', 'd/0', 'e/0']);
  });

  it('are not added for a subscriber that one waits or runs for, but are after it', async () => {
    const { runner, begun, add, endAll } = createWorld();
    add('a/1', 'a/2');
    add('a/1', 'a/2', 'a/1');
    await endAll();
    expect(begun).toEqual(['a/1', 'a/2']);
    add('a/1');
    await endAll();
    await runner.settled();
    expect(begun).toEqual(['a/1', 'a/2', 'a/1']);
  });

  it('that fail are logged once a minute, and stop no other', async () => {
    const { runner, clock, logger, begun, acted, add, end } = createWorld();
    add('a/1', 'a/2', 'a/3');
    const away = new Error('away');
    await end('a/1', away);
    await end('a/2', away);
    clock.advance(60_000);
    await end('a/3', away);
    await runner.settled();
    expect([begun, acted.count]).toEqual([['a/1', 'a/2', 'a/3'], 3]);
    const lineOf = (subscriberId: string): unknown => [
      'warn',
      { action: 'notice_failing', tenantId: 'a', subscriberId, reason: 'away' },
      'a failing subscriber can be neither disabled nor reported',
    ];
    expect(logger.lines()).toEqual([lineOf('1'), lineOf('3')]);
  });

  it('are a thousand at most, of which the tenant with the most loses some to others', async () => {
    const { begun, add, endAll } = createWorld();
    add(...ofTenant('loud', 5_000));
    add(...ofTenant('quiet', 300));
    add(...ofTenant('loud', 5_000).slice(4_000));
    await endAll();
    const quiet = begun.filter((name) => name.startsWith('quiet/'));
    expect([begun.length, quiet.length]).toEqual([1_000, 300]);
    expect(begun.filter((name) => name.startsWith('loud/'))).toEqual(ofTenant('loud', 700));
  });

  it('are settled once none waits or runs', async () => {
    const { runner, add, end } = createWorld();
    await runner.settled();
    add('a/1', 'a/2');
    let isSettled = false;
    const settled = runner.settled().then(() => (isSettled = true));
    await end('a/1');
    expect(isSettled).toBe(false);
    await end('a/2');
    await settled;
  });
});
