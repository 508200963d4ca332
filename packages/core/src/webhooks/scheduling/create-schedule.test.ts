import { describe, expect, it } from 'vitest';
import { pendingDelivery } from '../../../test/pending-delivery.js';
import { addMs } from '../../shared/duration.js';
import type { PendingDelivery } from '../pending-delivery.js';
import { createSchedule } from './create-schedule.js';
import type { Schedule, ScheduleOptions, Standing } from './schedule.js';

const NOW = new Date('2026-03-02T09:00:00Z');
const after = (ms: number): Date => addMs(NOW, ms);
const FREE = { pausedUntil: null, isOnTrial: false, busyPauses: 0 };
const OPTIONS: ScheduleOptions = {
  ...{ slots: 64, perSubscriber: 10, perSecond: null, circuitBreaker: true, maxRows: 50_000 },
};

const delivery = (deliveryId: string, differing: Partial<PendingDelivery> = {}): PendingDelivery =>
  pendingDelivery({ deliveryId, dueAt: NOW, ...differing });
const idsOf = (deliveries: readonly PendingDelivery[]): readonly string[] =>
  deliveries.map(({ deliveryId }) => deliveryId);

function add(schedule: Schedule, ...deliveries: readonly PendingDelivery[]): void {
  const read = schedule.beginRead();
  read.add(deliveries);
  read.end();
}

/** A schedule that owns shard 0 and has these deliveries in memory. */
function scheduleOf(
  differing: Partial<ScheduleOptions>,
  ...deliveries: readonly PendingDelivery[]
) {
  const schedule = createSchedule({ ...OPTIONS, ...differing });
  schedule.own([0]);
  add(schedule, ...deliveries);
  return schedule;
}

/** Storage has these deliveries of all that is wanted. */
function load(schedule: Schedule, deliveries: readonly PendingDelivery[]): void {
  const read = schedule.beginRead();
  for (const window of schedule.wanted(100)) {
    const rows = deliveries.filter(({ isLate }) => isLate === window.isLate);
    read.loaded(window, rows);
  }
  read.end();
}

/** Those that go on where the subscriber stands so. */
function confirm(
  schedule: Schedule,
  started: readonly PendingDelivery[],
  standing: Standing,
  now = NOW,
): readonly PendingDelivery[] {
  return started.filter((attempt) => schedule.confirm(attempt, standing, now));
}

/** The attempt is answered, and its result stored. */
function finish(schedule: Schedule, attempt: PendingDelivery, hasFailed = false): Date | null {
  const pause = schedule.answered(attempt, hasFailed, NOW);
  schedule.ended(attempt, null);
  return pause?.until ?? null;
}

describe('what a worker sends next', () => {
  it('is the earliest due first attempt of a subscriber, then the earliest of its others', () => {
    const schedule = scheduleOf(
      { perSubscriber: 3 },
      delivery('retry', { isLate: true, attempts: 2, dueAt: after(-9_000) }),
      delivery('second', { dueAt: after(-1_000) }),
      delivery('first', { dueAt: after(-2_000) }),
      delivery('test', { isLate: true }),
      delivery('tomorrow', { dueAt: after(86_400_000) }),
    );
    expect(idsOf(schedule.start(NOW))).toEqual(['first', 'second', 'retry']);
  });

  it('is of each subscriber of a tenant in turn', () => {
    const ofBoth = ['a', 'b', 'c'].flatMap((id) =>
      ['1', '2'].map((number) => delivery(`${id}${number}`, { subscriberId: number })),
    );
    const schedule = scheduleOf({}, ...ofBoth);
    expect(idsOf(schedule.start(NOW))).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
  });

  it('waits until it is due', () => {
    const schedule = scheduleOf({}, delivery('later', { dueAt: after(5_000) }));
    expect(schedule.start(after(4_999))).toEqual([]);
    expect(schedule.nextStartAt(NOW)).toEqual(after(5_000));
    expect(schedule.oldestDueAt(NOW)).toBeNull();
    expect(schedule.oldestDueAt(after(6_000))).toEqual(after(5_000));
    expect(idsOf(schedule.start(after(5_000)))).toEqual(['later']);
    expect(schedule.nextStartAt(after(5_000))).toBeNull();
  });

  it('is a retry with one attempt more, when it is due', () => {
    const schedule = scheduleOf({}, delivery('failed'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.answered(attempt, true, NOW);
    schedule.ended(attempt, after(5_000));
    expect(schedule.start(after(4_999))).toEqual([]);
    expect(schedule.start(after(5_000))).toEqual([
      { ...attempt, attempts: 1, isLate: true, dueAt: after(5_000) },
    ]);
  });

  it('is what storage has of a subscriber that is read again', () => {
    const schedule = scheduleOf({}, delivery('a'), delivery('b'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.answered(attempt, true, NOW);
    schedule.readAgain(attempt);
    expect(schedule.start(NOW)).toEqual([]);
    const stored = delivery('a', { attempts: 1, isLate: true });
    load(schedule, [stored]);
    expect(schedule.start(NOW)).toEqual([stored]);
    expect(schedule.freeSlots()).toBe(62);
  });

  it('is nothing that is under way, although storage has it at another place', () => {
    const schedule = scheduleOf({}, delivery('a', { attempts: 1, isLate: true }));
    add(schedule, delivery('a'));
    const started = schedule.start(NOW);
    expect(started).toHaveLength(1);
    for (const attempt of started) finish(schedule, attempt);
    expect(schedule.freeSlots()).toBe(64);
    schedule.drain([0]);
    expect(schedule.drained()).toEqual([0]);
  });

  it('is of each of two subscribers with one id of a delivery', () => {
    const schedule = scheduleOf({}, delivery('a'), delivery('a', { subscriberId: 'another' }));
    const started = schedule.start(NOW);
    expect(started).toHaveLength(2);
    for (const attempt of started) finish(schedule, attempt);
    expect(schedule.freeSlots()).toBe(64);
  });

  it('is nothing more of a subscriber at its limit, until a result is stored', () => {
    const schedule = scheduleOf({ perSubscriber: 1 }, delivery('a'), delivery('b'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.answered(attempt, false, NOW);
    expect([schedule.start(NOW), schedule.nextStartAt(NOW)]).toEqual([[], null]);
    schedule.ended(attempt, null);
    expect(schedule.nextStartAt(NOW)).toEqual(NOW);
    expect(idsOf(schedule.start(NOW))).toEqual(['b']);
  });

  it('keeps the limit by second, and says when it goes on', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => delivery(id));
    const schedule = scheduleOf({ perSecond: 2 }, ...four);
    expect(idsOf(schedule.start(NOW))).toEqual(['a', 'b']);
    expect(schedule.nextStartAt(NOW)).toEqual(after(1_000));
    expect(schedule.start(after(999))).toEqual([]);
    expect(idsOf(schedule.start(after(1_000)))).toEqual(['c', 'd']);
  });

  it('counts no delivery for the limit by second that ends without an attempt', () => {
    const schedule = scheduleOf({ perSecond: 1 }, delivery('a'), delivery('b'), delivery('c'));
    const [over] = schedule.start(NOW);
    expect(schedule.start(NOW)).toEqual([]);
    schedule.ended(over!, null);
    const [attempt] = schedule.start(NOW);
    expect(attempt?.deliveryId).toBe('b');
    confirm(schedule, [attempt!], FREE);
    schedule.answered(attempt!, false, NOW);
    schedule.ended(attempt!, null);
    expect(schedule.start(after(999))).toEqual([]);
    expect(idsOf(schedule.start(after(1_000)))).toEqual(['c']);
  });

  it('waits for a second at most where the clock is set back by an hour', () => {
    const schedule = scheduleOf(
      { perSecond: 1 },
      delivery('a'),
      delivery('b', { dueAt: new Date(0) }),
    );
    expect(idsOf(schedule.start(NOW))).toEqual(['b']);
    const hourBefore = after(-3_600_000);
    add(schedule, delivery('c', { dueAt: new Date(0) }));
    expect(schedule.start(hourBefore)).toEqual([]);
    expect(schedule.nextStartAt(hourBefore)).toEqual(addMs(hourBefore, 1_000));
    expect(idsOf(schedule.start(addMs(hourBefore, 1_000)))).toEqual(['c']);
  });
});

describe('slots', () => {
  it('are free once an answer has arrived; as many results may wait to be stored', () => {
    const schedule = scheduleOf(
      { slots: 1, perSubscriber: 9 },
      delivery('a'),
      delivery('b'),
      delivery('c'),
    );
    const [first = delivery('none')] = schedule.start(NOW);
    expect(schedule.freeSlots()).toBe(0);
    schedule.answered(first, false, NOW);
    const [second = delivery('none')] = schedule.start(NOW);
    schedule.answered(second, false, NOW);
    expect([schedule.freeSlots(), schedule.nextStartAt(NOW)]).toEqual([0, null]);
    schedule.ended(first, null);
    expect(idsOf(schedule.start(NOW))).toEqual(['c']);
  });
});

describe('a subscriber that says it is busy', () => {
  const busy = { retryAfterMs: 0 };
  const many = ['a', 'b', 'c', 'd'].map((id) => delivery(id));

  it('is paused once by all that were under way, then tried with one at a time for ever longer', () => {
    const schedule = scheduleOf({ circuitBreaker: false, perSubscriber: 2 }, ...many);
    const both = schedule.start(NOW);
    const pauses = both.map((attempt) => schedule.answered(attempt, true, NOW, busy));
    expect(pauses).toEqual([{ until: after(30_000), reason: 'busy', busyPauses: 1 }, null]);
    for (const attempt of both) schedule.ended(attempt, after(86_400_000));
    expect(schedule.start(after(29_999))).toEqual([]);

    const standing = { pausedUntil: after(30_000), isOnTrial: true, busyPauses: 1 };
    const [trial = delivery('none'), ...others] = confirm(
      schedule,
      schedule.start(after(30_000)),
      standing,
      after(30_000),
    );
    expect(others).toEqual([]);
    expect(schedule.answered(trial, true, after(30_000), busy)).toEqual({
      until: after(90_000),
      reason: 'busy',
      busyPauses: 2,
    });
  });

  it('is paused for longer by another answer that asks for it', () => {
    const schedule = scheduleOf({ perSubscriber: 2 }, ...many);
    const [one = delivery('1'), other = delivery('2')] = schedule.start(NOW);
    schedule.answered(one, true, NOW, busy);
    const longer = schedule.answered(other, true, NOW, { retryAfterMs: 3_600_000 });
    expect(longer).toEqual({ until: after(3_600_000), reason: 'busy', busyPauses: 1 });
    for (const attempt of [one, other]) schedule.ended(attempt, null);
    expect(schedule.nextStartAt(NOW)).toEqual(after(30_000));
  });

  it('is paused although the worker waits for storage, which could not be asked about another delivery', () => {
    const schedule = scheduleOf({ perSubscriber: 2 }, ...many);
    const [one = delivery('1'), other = delivery('2')] = schedule.start(NOW);
    expect(confirm(schedule, [other], { ...FREE, pausedUntil: after(1_000) })).toEqual([]);
    const pause = schedule.answered(one, true, NOW, busy);
    expect(pause).toEqual({ until: after(30_000), reason: 'busy', busyPauses: 1 });
  });

  it('keeps the pause though what storage says of it is older', () => {
    const schedule = scheduleOf({ perSubscriber: 2 }, ...many);
    const [one = delivery('1'), other = delivery('2')] = schedule.start(NOW);
    schedule.answered(one, true, NOW, busy);
    expect(confirm(schedule, [other], FREE)).toEqual([]);
    schedule.ended(one, null);
    expect(schedule.nextStartAt(NOW)).toEqual(after(30_000));
  });

  it('is as before after a success', () => {
    const schedule = scheduleOf({ perSubscriber: 1 }, ...many);
    const answer = (asked: typeof busy | null, now: Date) => {
      const [attempt = delivery('none')] = schedule.start(now);
      const pause = schedule.answered(attempt, asked !== null, now, asked);
      schedule.ended(attempt, null);
      return pause?.busyPauses ?? null;
    };
    expect(answer(busy, NOW)).toBe(1);
    expect(answer(null, after(30_000))).toBeNull();
    expect(answer(busy, after(30_000))).toBe(1);
  });

  it('keeps no other subscriber waiting', () => {
    const schedule = scheduleOf({ slots: 4 }, ...many, delivery('other', { subscriberId: 's-2' }));
    const [one = delivery('1')] = schedule.start(NOW, 1);
    schedule.answered(one, true, NOW, busy);
    schedule.ended(one, null);
    expect(idsOf(schedule.start(NOW))).toEqual(['other']);
  });
});

describe('a subscriber that storage holds back', () => {
  it('keeps what was started, and is asked again when its pause is over', () => {
    const schedule = scheduleOf({}, delivery('a'));
    const standing = { pausedUntil: after(10_000), isOnTrial: true, busyPauses: 0 };
    expect(confirm(schedule, schedule.start(NOW), standing)).toEqual([]);
    expect(schedule.freeSlots()).toBe(64);
    expect(schedule.start(after(9_999))).toEqual([]);
    const again = schedule.start(after(10_000));
    expect(confirm(schedule, again, standing, after(10_000))).toEqual(again);
  });

  it('is asked about a longer pause every 30 seconds', () => {
    const schedule = scheduleOf({}, delivery('a'));
    const standing = { pausedUntil: after(86_400_000), isOnTrial: false, busyPauses: 0 };
    confirm(schedule, schedule.start(NOW), standing);
    expect(schedule.nextStartAt(NOW)).toEqual(after(30_000));
  });

  it('is asked about a pause at once where the clock is set back by an hour', () => {
    const schedule = scheduleOf({}, delivery('a', { dueAt: new Date(0) }));
    const standing = { pausedUntil: after(20_000), isOnTrial: false, busyPauses: 0 };
    confirm(schedule, schedule.start(NOW), standing);
    expect(idsOf(schedule.start(after(-3_600_000)))).toEqual(['a']);
  });

  it('gets one attempt at a time on trial, until one succeeds', () => {
    const schedule = scheduleOf({}, delivery('a'), delivery('b'), delivery('c'));
    const trial = { pausedUntil: null, isOnTrial: true, busyPauses: 0 };
    const going = confirm(schedule, schedule.start(NOW), trial);
    expect(idsOf(going)).toEqual(['a']);
    expect(schedule.start(NOW)).toEqual([]);
    for (const attempt of going) finish(schedule, attempt);
    expect(idsOf(confirm(schedule, schedule.start(NOW), FREE))).toEqual(['b', 'c']);
  });
});

describe('the circuit breaker', () => {
  const tenAndMore = Array.from({ length: 12 }, (_, index) => delivery(`d-${String(index + 10)}`));

  it('pauses a subscriber that mostly fails, then lets one attempt go at a time', () => {
    const schedule = scheduleOf({ perSubscriber: 10 }, ...tenAndMore);
    const pauses = schedule.start(NOW).map((attempt) => finish(schedule, attempt, true));
    expect(pauses.filter((until) => until !== null)).toEqual([after(30_000)]);
    expect(schedule.start(after(29_999))).toEqual([]);
    const [trial = delivery('none'), ...others] = schedule.start(after(30_000));
    expect(others).toEqual([]);
    finish(schedule, trial);
    expect(schedule.start(after(30_000))).toHaveLength(1);
  });

  it('holds although storage does not know of its pause yet', () => {
    const schedule = scheduleOf({ perSubscriber: 11 }, ...tenAndMore);
    const started = schedule.start(NOW);
    for (const attempt of started.slice(0, 10)) finish(schedule, attempt, true);
    expect(confirm(schedule, started.slice(10), FREE)).toEqual([]);
    expect(schedule.nextStartAt(NOW)).toEqual(after(30_000));
    const trial = schedule.start(after(30_000));
    expect(confirm(schedule, trial, FREE, after(30_000))).toHaveLength(1);
    expect(schedule.start(after(30_000))).toEqual([]);
  });

  it('pauses nobody where it is off', () => {
    const schedule = scheduleOf({ circuitBreaker: false }, ...tenAndMore);
    for (const attempt of schedule.start(NOW)) expect(finish(schedule, attempt, true)).toBeNull();
    expect(schedule.start(NOW)).toHaveLength(2);
  });
});

describe('a shard', () => {
  it('of another worker is ignored', () => {
    const schedule = scheduleOf({}, delivery('foreign', { shard: 1 }));
    expect(schedule.start(NOW)).toEqual([]);
  });

  it('that is drained starts nothing more, and is drained once nothing is under way', () => {
    const schedule = scheduleOf({ perSubscriber: 1 }, delivery('a'), delivery('b'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.drain([0]);
    expect(schedule.drained()).toEqual([]);
    finish(schedule, attempt);
    expect([schedule.start(NOW), schedule.drained()]).toEqual([[], [0]]);
    schedule.own([0]);
    expect(schedule.drained()).toEqual([]);
    expect(idsOf(schedule.start(NOW))).toEqual(['b']);
  });

  it('that is forgotten gives its slots back, and nothing of it returns', () => {
    const schedule = scheduleOf({ perSubscriber: 1 }, delivery('a'), delivery('b'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.forget([0]);
    expect(schedule.confirm(attempt, FREE, NOW)).toBe(false);
    expect(schedule.freeSlots()).toBe(64);
    schedule.ended(attempt, NOW);
    expect(schedule.start(NOW)).toEqual([]);
    expect(schedule.oldestDueAt(NOW)).toBeNull();
  });

  it('that is owned again is read again where an old attempt ends', () => {
    const schedule = scheduleOf({}, delivery('a'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.forget([0]);
    schedule.own([0]);
    add(schedule, delivery('a'), delivery('b'));
    expect(idsOf(schedule.start(NOW))).toEqual(['b']);
    expect(schedule.wanted(10)).toEqual([]);
    finish(schedule, attempt);
    const read = schedule.beginRead();
    for (const window of schedule.wanted(10)) {
      expect(window).toMatchObject({ subscriberId: 'subscriber-1', after: null });
      read.loaded(window, window.isLate ? [] : [delivery('a'), delivery('b')]);
    }
    read.end();
    expect(idsOf(schedule.start(NOW))).toEqual(['a']);
  });
});

describe('a read of storage', () => {
  it('does not bring back what ended since it began', () => {
    const schedule = scheduleOf({}, delivery('a'));
    const [attempt = delivery('none')] = schedule.start(NOW);
    const read = schedule.beginRead();
    finish(schedule, attempt);
    read.add([delivery('a')]);
    read.end();
    expect(schedule.start(NOW)).toEqual([]);
  });

  it('does not bring back what it notes as a retry, and is under way again', () => {
    const schedule = scheduleOf({ perSubscriber: 2 }, delivery('a'));
    const read = schedule.beginRead();
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.ended(attempt, NOW);
    expect(idsOf(schedule.start(NOW))).toEqual(['a']);
    read.end();
    expect(schedule.start(NOW)).toEqual([]);
  });

  it('only says that there is something, where its shard was lost and taken again meanwhile', () => {
    const schedule = scheduleOf({}, delivery('a'));
    const reads = [schedule.beginRead(), schedule.beginRead()];
    const [attempt = delivery('none')] = schedule.start(NOW);
    schedule.ended(attempt, NOW);
    schedule.forget([0]);
    schedule.own([0]);
    reads[0]?.end();
    expect(schedule.start(NOW)).toEqual([]);
    reads[1]?.add([delivery('b')]);
    reads[1]?.end();
    expect(schedule.start(NOW)).toEqual([]);
    expect(schedule.wanted(10)).toMatchObject([{ after: null }, { after: null }]);
  });

  it('of first attempts goes before others are started', () => {
    const schedule = scheduleOf({});
    const read = schedule.beginRead();
    read.expect([delivery('a')]);
    const [first, late] = schedule.wanted(10);
    if (first === undefined || late === undefined) throw new Error('nothing is wanted');
    read.loaded(late, [delivery('retry', { isLate: true })]);
    expect(schedule.start(NOW)).toEqual([]);
    read.loaded(first, [delivery('a')]);
    read.end();
    expect(idsOf(schedule.start(NOW))).toEqual(['a', 'retry']);
  });

  it('keeps what came due after storage answered, and has it once', () => {
    const schedule = scheduleOf({}, delivery('a'));
    const [first] = schedule.start(NOW);
    const read = schedule.beginRead();
    schedule.ended(first!, null);
    schedule.freed([delivery('b')]);
    read.add([delivery('a'), delivery('b')]);
    read.end();
    expect(idsOf(schedule.start(NOW))).toEqual(['b']);
    schedule.freed([delivery('b'), delivery('c', { shard: 1 })]);
    expect(idsOf(schedule.start(NOW))).toEqual([]);
  });

  it('keeps a retry that was stored after storage answered', () => {
    const schedule = scheduleOf({});
    const first = schedule.beginRead();
    first.expect([delivery('a')]);
    for (const window of schedule.wanted(10).filter(({ isLate }) => !isLate)) {
      first.loaded(window, [delivery('a')]);
    }
    first.end();
    const [attempt = delivery('none')] = schedule.start(NOW);
    const second = schedule.beginRead();
    const windows = schedule.wanted(10);
    expect(windows.map(({ isLate }) => isLate)).toEqual([true]);
    schedule.answered(attempt, true, NOW);
    schedule.ended(attempt, after(5_000));
    for (const window of windows) second.loaded(window, []);
    second.end();
    expect(idsOf(schedule.start(after(5_000)))).toEqual(['a']);
  });
});

describe('a dead subscriber with a million deliveries', () => {
  it('costs 5,000 healthy ones nothing', () => {
    const schedule = scheduleOf({ slots: 256, maxRows: 50_000 });
    const dead = { subscriberId: 'dead', tenantId: 'acme', shard: 0 };
    const healthy = Array.from({ length: 5_000 }, (_, index) =>
      delivery(`healthy-${String(index)}`, {
        tenantId: `tenant-${String(index % 2_500)}`,
        subscriberId: `healthy-${String(index)}`,
      }),
    );
    const read = schedule.beginRead();
    read.expect([dead]);
    for (const window of schedule.wanted(2)) {
      const rows = Array.from({ length: window.limit }, (_, index) =>
        delivery(`dead-${String(index)}`, {
          ...dead,
          isLate: window.isLate,
          dueAt: new Date(index),
        }),
      );
      read.loaded(window, rows);
    }
    read.add(healthy);
    read.end();
    const served = new Set<string>();
    let starts = 0;
    for (let pass = 0; served.size < 5_000; pass += 1) {
      expect(pass).toBeLessThan(30);
      for (const attempt of schedule.start(NOW)) {
        starts += 1;
        if (attempt.subscriberId === 'dead') continue;
        served.add(attempt.subscriberId);
        finish(schedule, attempt);
      }
    }
    expect(starts).toBe(5_000 + OPTIONS.perSubscriber);
  });
});
