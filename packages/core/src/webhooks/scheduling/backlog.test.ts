import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { pendingDelivery } from '../../../test/pending-delivery.js';
import type { PendingDelivery } from '../pending-delivery.js';
import type { ScheduleOptions } from './schedule.js';
import { createScheduleState } from './schedule-state.js';
import { createScheduleReads } from './schedule-reads.js';
import { isBusy, rowCount, takeRow } from './subscriber-backlog.js';

const isFull = inject('tier') === 'full';

const OPTIONS: ScheduleOptions = {
  ...{ slots: 10, perSubscriber: 10, perSecond: null, circuitBreaker: false, maxRows: 50_000 },
};

function createState(maxRows: number) {
  const state = createScheduleState({ ...OPTIONS, maxRows });
  state.owned.add(0);
  const count = (): number =>
    [...state.backlog.all()].reduce((sum, each) => sum + rowCount(each), 0);
  return { ...state, reads: createScheduleReads(state), count };
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
        const { backlog, put, reload, reads, change: changeOne, count } = createState(maxRows);
        let made = 0;
        for (const { type, subscriber, isLate, count: many } of changed) {
          const next = (): PendingDelivery => delivery(subscriber, (made += 1), isLate);
          const found = backlog.find(next());
          if (type === 'add') for (let left = many; left > 0; left -= 1) put(next());
          if (type === 'expect') reload(next());
          if (type === 'take' && found !== undefined && rowCount(found) > 0) {
            changeOne(found, () => takeRow(found, Infinity));
          }
          if (type === 'load') {
            const read = reads.begin();
            for (const window of backlog.wanted(many, () => true)) {
              const rows = Array.from({ length: window.limit }, () => ({ ...next(), ...window }));
              read.loaded(window, rows);
            }
            read.end();
          }
          const windows = 2 * [...backlog.all()].filter(isBusy).length;
          expect(count()).toBeLessThanOrEqual(maxRows + 10 * windows);
        }
      }),
      { numRuns: isFull ? 500 : 30 },
    );
  });

  it('are 500 of a subscriber at most, and its part of `maxRows` beside others', () => {
    const { put, count } = createState(50_000);
    for (let number = 0; number < 600; number += 1) put(delivery(0, number, false));
    expect(count()).toBe(500);
    const { put: putOfMany, count: countOfMany } = createState(200);
    for (let number = 0; number < 600; number += 1) putOfMany(delivery(number % 4, number, false));
    expect(countOfMany()).toBe(200);
  });

  it('are asked for where half of a window is free, of each subscriber in turn', () => {
    const { backlog, reload } = createState(50_000);
    for (const subscriber of [0, 1, 2]) reload(delivery(subscriber, 0, false));
    const ask = (limit: number): readonly string[] =>
      backlog
        .wanted(limit, () => true)
        .map(({ subscriberId, isLate }) => `${subscriberId}${isLate ? ' late' : ''}`);
    expect(ask(2)).toEqual(['subscriber-0', 'subscriber-0 late']);
    expect(ask(4)).toEqual([
      ...['subscriber-1', 'subscriber-1 late', 'subscriber-2', 'subscriber-2 late'],
    ]);
    expect(ask(1)).toEqual(['subscriber-0']);
  });
});

describe('a subscriber without pending deliveries', () => {
  it('is forgotten after five and a half minutes', () => {
    const { backlog, put, change } = createState(50_000);
    put(delivery(0, 1, false));
    const found = backlog.find(delivery(0, 1, false));
    backlog.forgetIdle(1e12);
    expect([...backlog.all()]).toEqual([found]);
    if (found !== undefined) change(found, () => takeRow(found, Infinity));
    backlog.forgetIdle(329_999);
    expect([...backlog.all()]).toEqual([found]);
    backlog.forgetIdle(330_000);
    expect([...backlog.all()]).toEqual([]);
  });
});
