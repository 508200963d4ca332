import { describe, expect, it } from 'vitest';
import { addMs } from '../../shared/duration.js';
import { handlerId } from '../handlers/handler.js';
import type { PendingDelivery } from '../pending-delivery.js';
import { handlerShard, subscriberShard } from '../shard.js';
import { createSchedule } from './create-schedule.js';
import { createSchedules, type SchedulesOptions } from './create-schedules.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const LIMITS = { perSubscriber: 10, perSecond: null, circuitBreaker: false, maxRows: 100 };
const MAIL = handlerShard('mail');
const CRM = handlerShard('crm');

function deliveryTo(subscriberId: string, number: number): PendingDelivery {
  return {
    ...{ tenantId: `tenant-${String(number)}`, subscriberId },
    shard: subscriberShard(`tenant-${String(number)}`, subscriberId),
    ...{ deliveryId: `d-${String(number)}`, eventId: 'e', attempts: 0, isLate: false, dueAt: NOW },
  };
}

/** Schedules that own all shards of `deliveries`, which have arrived. */
function schedulesWith(deliveries: readonly PendingDelivery[], apart?: SchedulesOptions['apart']) {
  const schedules = createSchedules({
    subscribers: { ...LIMITS, slots: 4 },
    ofHandler: () => ({ ...LIMITS, slots: 2 }),
    ...(apart !== undefined && { apart }),
  });
  const read = schedules.beginRead();
  schedules.own([...new Set(deliveries.map(({ shard }) => shard))]);
  read.add(deliveries);
  read.end();
  return schedules;
}

const five = (subscriberId: string) =>
  [1, 2, 3, 4, 5].map((number) => deliveryTo(subscriberId, number));

describe('schedules', () => {
  it('have slots that no other schedule uses', () => {
    const schedules = schedulesWith([
      ...five('s-1'),
      ...five(handlerId('mail')),
      ...five(handlerId('crm')),
    ]);
    const started = schedules.start(NOW);
    const countIn = (isIn: (shard: number) => boolean) =>
      started.filter(({ shard }) => isIn(shard)).length;
    expect(countIn((shard) => shard === MAIL)).toBe(2);
    expect(countIn((shard) => shard === CRM)).toBe(2);
    expect(countIn((shard) => shard < 64)).toBe(4);
    expect([schedules.freeSlots(), schedules.start(NOW), schedules.nextStartAt(NOW)]).toEqual([
      0,
      [],
      null,
    ]);

    const ofMail = started.find(({ shard }) => shard === MAIL)!;
    schedules.answered(ofMail, false, NOW);
    schedules.ended(ofMail, null);
    expect(schedules.start(NOW).map(({ shard }) => shard)).toEqual([MAIL]);
  });

  it('take turns where a limit is for all of them', () => {
    const schedules = schedulesWith([...five('s-1'), ...five(handlerId('mail'))]);
    const first = [schedules.start(NOW, 1), schedules.start(NOW, 1)]
      .flat()
      .map(({ shard }) => shard);
    expect(first.map((shard) => shard === MAIL).toSorted()).toEqual([false, true]);
  });

  it('are drained, forgotten and given back shard by shard', () => {
    const schedules = schedulesWith([...five('s-1').slice(0, 1), ...five(handlerId('mail'))]);
    schedules.drain([MAIL]);
    expect(schedules.drained()).toEqual([MAIL]);
    expect(schedules.start(NOW).map(({ shard }) => shard < 64)).toEqual([true]);
    schedules.forget([MAIL]);
    expect(schedules.drained()).toEqual([]);
    schedules.own([MAIL]);
    expect(schedules.start(NOW)).toEqual([]);
    expect(schedules.oldestDueAt(addMs(NOW, 5_000))).toBeNull();
  });

  it('hold and read what is apart, and leave its start to its owner', () => {
    const own = createSchedule({ ...LIMITS, slots: 5 });
    const apart = new Map([[CRM, own]]);
    const schedules = schedulesWith([...five('s-1'), ...five(handlerId('crm'))], apart);
    expect(schedules.start(NOW).map(({ shard }) => shard < 64)).toEqual([true, true, true, true]);
    expect(schedules.freeSlots()).toBe(0);
    const [first] = own.start(NOW, 1);
    expect(first?.shard).toBe(CRM);
    schedules.drain([CRM]);
    expect([own.start(NOW), schedules.drained()]).toEqual([[], []]);
    schedules.ended(first!, null);
    expect(schedules.drained()).toEqual([CRM]);
  });
});
