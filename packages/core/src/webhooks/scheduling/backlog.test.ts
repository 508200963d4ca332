import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { pendingDelivery } from '../../../test/pending-delivery.js';
import type { PendingDelivery } from '../pending-delivery.js';
import { createBacklog } from './backlog.js';
import { isBusy, rowCount, takeRow } from './subscriber-backlog.js';

const isFull = inject('tier') === 'full';

function backlogOf(maxRows: number) {
  const backlog = createBacklog(maxRows, { now: 0, place: () => undefined });
  return {
    ...backlog,
    find: (id: string) => [...backlog.all()].find(({ subscriberId }) => subscriberId === id),
    count: (): number => [...backlog.all()].reduce((sum, each) => sum + rowCount(each), 0),
  };
}

const delivery = (subscriber: number, number: number, isLate: boolean): PendingDelivery =>
  pendingDelivery({
    subscriberId: `subscriber-${String(subscriber)}`,
    deliveryId: `delivery-${String(number).padStart(6, '0')}`,
    dueAt: new Date(number),
    isLate,
  });

describe('the deliveries in memory', () => {
  it('are at most those of `maxRows`, and ten more of each window', () => {
    const change = fc.record({
      type: fc.constantFrom('add', 'add', 'load', 'take', 'expect'),
      subscriber: fc.nat({ max: 12 }),
      isLate: fc.boolean(),
      count: fc.integer({ min: 1, max: 60 }),
    });
    const changes = fc.array(change, { maxLength: 80, size: 'max' });
    fc.assert(
      fc.property(changes, fc.integer({ min: 1, max: 700 }), (changed, maxRows) => {
        const { all, find, put, reload, load, settle, wanted, count } = backlogOf(maxRows);
        let made = 0;
        for (const { type, subscriber, isLate, count: many } of changed) {
          const next = (): PendingDelivery => delivery(subscriber, (made += 1), isLate);
          const found = find(next().subscriberId);
          if (type === 'add') for (let left = many; left > 0; left -= 1) put(next());
          if (type === 'expect') reload(next());
          if (type === 'take' && found !== undefined && rowCount(found) > 0) {
            takeRow(found, Infinity);
            settle(found);
          }
          if (type === 'load') {
            for (const window of wanted(many, () => true)) {
              const rows = Array.from({ length: window.limit }, () => ({ ...next(), ...window }));
              load(window, rows, () => false);
            }
          }
          const windows = 2 * [...all()].filter(isBusy).length;
          expect(count()).toBeLessThanOrEqual(maxRows + 10 * windows);
        }
      }),
      { numRuns: isFull ? 500 : 30 },
    );
  });

  it('are 500 of a subscriber at most, and its part of `maxRows` beside others', () => {
    const { put, count } = backlogOf(50_000);
    for (let number = 0; number < 600; number += 1) put(delivery(0, number, false));
    expect(count()).toBe(500);
    const { put: putOfMany, count: countOfMany } = backlogOf(200);
    for (let number = 0; number < 600; number += 1) putOfMany(delivery(number % 4, number, false));
    expect(countOfMany()).toBe(200);
  });

  it('are asked for where half of a window is free, of each subscriber in turn', () => {
    const { wanted, reload } = backlogOf(50_000);
    for (const subscriber of [0, 1, 2]) reload(delivery(subscriber, 0, false));
    const ask = (limit: number): readonly string[] =>
      wanted(limit, () => true).map(
        ({ subscriberId, isLate }) => `${subscriberId}${isLate ? ' late' : ''}`,
      );
    expect(ask(2)).toEqual(['subscriber-0', 'subscriber-0 late']);
    expect(ask(1_001)).toEqual([
      ...['subscriber-1', 'subscriber-1 late', 'subscriber-2', 'subscriber-2 late'],
    ]);
    expect(ask(1)).toEqual(['subscriber-0', 'subscriber-0 late']);
  });
});

describe('a subscriber without pending deliveries', () => {
  it('is forgotten after five and a half minutes', () => {
    const { all, find, put, settle, forgetIdle } = backlogOf(50_000);
    put(delivery(0, 1, false));
    const found = find('subscriber-0');
    forgetIdle(1e12);
    expect([...all()]).toEqual([found]);
    if (found === undefined) throw new Error('it is not known');
    takeRow(found, Infinity);
    settle(found);
    forgetIdle(329_999);
    expect([...all()]).toEqual([found]);
    forgetIdle(330_000);
    expect([...all()]).toEqual([]);
  });
});
