/**
 * A schedule with a storage and a worker around it, one step at a time, for property tests. Reads are in two steps, so that
 * anything can happen between what storage answers and when the schedule is told; so are results.
 */
import { expect } from 'vitest';
import { createSchedule } from '../src/webhooks/scheduling/create-schedule.js';
import type { PendingDelivery, WindowRequest } from '../src/webhooks/pending-delivery.js';
import type {
  ScheduleOptions,
  ScheduleRead,
  Standing,
} from '../src/webhooks/scheduling/schedule.js';

export const WORLD_SHARDS = [0, 1, 2];
const SUBSCRIBERS = 7;

/** One step; `n` chooses among what it may concern. */
export interface Step {
  readonly type: (typeof STEPS)[number];
  readonly n: number;
}

export const STEPS = [
  ...([
    'emit',
    'emit',
    'read',
    'read',
    'read',
    'start',
    'start',
    'answer',
    'answer',
    'fail',
  ] as const),
  ...(['store', 'store', 'retry', 'tell', 'tell', 'wait', 'jump', 'pause', 'resume'] as const),
  ...(['lose', 'take', 'drain', 'release', 'foreign'] as const),
] as const;

interface Started {
  readonly delivery: PendingDelivery;
  hasAnswered: boolean;
  pausedUntil: Date | null;
  hasFailed: boolean;
  /** What `ended` is told, once it is stored. */
  result: { readonly retryAt: Date | null } | null;
}

export function createScheduleWorld(options: ScheduleOptions) {
  const schedule = createSchedule(options);
  const rows = new Map<string, PendingDelivery>();
  const arrivals: string[] = [];
  const standings = new Map<string, Standing>();
  const owned = new Set<number>();
  /** Owned shards of which the schedule was not told yet who waits. */
  let untold: readonly number[] = [];
  let cursor = 0;
  let reading: { readonly read: ScheduleRead; finish(read: ScheduleRead): void } | null = null;
  const underWay: Started[] = [];
  /** Each version of a delivery that was started since its shard was owned. */
  const startedVersions = new Set<string>();
  const startTimes = new Map<string, number[]>();
  let now = Date.parse('2026-01-01T00:00:00Z');
  /** Milliseconds by which the clock went on, jumps back left out. */
  let elapsed = 0;
  let latest = now;
  let made = 0;

  const time = (ms = now): Date => new Date(ms);
  const versionOf = ({ deliveryId, attempts }: PendingDelivery): string =>
    `${deliveryId} ${String(attempts)}`;
  const standingOf = (id: string): Standing =>
    standings.get(id) ?? { pausedUntil: null, isOnTrial: false };
  const inOrder = (left: PendingDelivery, right: PendingDelivery): number =>
    left.dueAt.getTime() - right.dueAt.getTime() || (left.deliveryId < right.deliveryId ? -1 : 1);

  function emit(n: number): void {
    const subscriber = n % SUBSCRIBERS;
    made += 1;
    const deliveryId = `delivery-${String(made).padStart(6, '0')}`;
    rows.set(deliveryId, {
      tenantId: `tenant-${String(subscriber % 3)}`,
      subscriberId: `subscriber-${String(subscriber)}`,
      shard: subscriber % WORLD_SHARDS.length,
      ...{ deliveryId, eventId: `event-${deliveryId}`, attempts: 0, isLate: n % 5 === 0 },
      dueAt: time(now + (n % 11 === 0 ? 700 : -(n % 400))),
    });
    arrivals.push(deliveryId);
  }

  /** What storage answers is fixed now, and told later. */
  function beginRead(n: number): void {
    const read = schedule.beginRead();
    const all = [...rows.values()];
    if (untold.length > 0) {
      const shards = untold;
      untold = [];
      const waiting = all.filter(({ shard }) => shards.includes(shard));
      reading = { read, finish: () => read.expect(waiting) };
    } else if (cursor < arrivals.length && n % 3 > 0) {
      // The last one comes again.
      const page = arrivals.slice(Math.max(0, cursor - 1), cursor + 5);
      cursor = Math.min(arrivals.length, cursor + 5);
      const asked = new Set(owned);
      const arrived = page
        .flatMap((id) => rows.get(id) ?? [])
        .filter(({ shard, attempts }) => asked.has(shard) && attempts === 0);
      reading = { read, finish: () => read.add(arrived) };
    } else {
      const windows = schedule.wanted(1 + (n % 4));
      const answers = windows.map((window) => load(all, window));
      reading = {
        read,
        finish: () => windows.forEach((window, index) => read.loaded(window, answers[index] ?? [])),
      };
    }
  }

  function load(all: readonly PendingDelivery[], window: WindowRequest) {
    const { after, subscriberId, isLate, limit } = window;
    expect(limit).toBeGreaterThan(0);
    const isAfter = (row: PendingDelivery): boolean =>
      after === null ||
      (inOrder(row, { ...row, ...after }) > 0 && row.deliveryId !== after.deliveryId);
    return all
      .filter((row) => row.subscriberId === subscriberId && row.isLate === isLate && isAfter(row))
      .toSorted(inOrder)
      .slice(0, limit);
  }

  function finishRead(): void {
    if (reading === null) return;
    reading.finish(reading.read);
    reading.read.end();
    reading = null;
  }

  function start(): readonly PendingDelivery[] {
    const free = schedule.freeSlots();
    const started = schedule.start(time());
    expect(started.length).toBeLessThanOrEqual(free);
    const going = started.map((delivery) => {
      checkStart(delivery);
      const begun = {
        delivery,
        hasAnswered: false,
        hasFailed: false,
        pausedUntil: null,
        result: null,
      };
      underWay.push(begun);
      return begun;
    });
    checkCaps();
    for (const id of new Set(started.map(({ subscriberId }) => subscriberId))) {
      confirm(
        id,
        going.filter(({ delivery }) => delivery.subscriberId === id),
      );
    }
    return started;
  }

  function checkStart(delivery: PendingDelivery): void {
    const { deliveryId, dueAt, shard, subscriberId } = delivery;
    expect(dueAt.getTime()).toBeLessThanOrEqual(now);
    expect(owned).toContain(shard);
    expect(rows.get(deliveryId), 'as it is in storage').toEqual(delivery);
    expect(underWay.map((each) => each.delivery.deliveryId)).not.toContain(deliveryId);
    expect(startedVersions, 'started twice').not.toContain(versionOf(delivery));
    startedVersions.add(versionOf(delivery));
    const times = startTimes.get(subscriberId) ?? [];
    startTimes.set(subscriberId, [...times, elapsed]);
    const before = options.perSecond === null ? undefined : times.at(-options.perSecond);
    if (before !== undefined) expect(elapsed - before).toBeGreaterThanOrEqual(1_000);
  }

  function checkCaps(): void {
    const sending = underWay.filter(({ hasAnswered }) => !hasAnswered).length;
    expect(sending).toBeLessThanOrEqual(options.slots);
    expect(underWay.length).toBeLessThanOrEqual(2 * options.slots);
    for (let index = 0; index < SUBSCRIBERS; index += 1) {
      const id = `subscriber-${String(index)}`;
      const count = underWay.filter(({ delivery }) => delivery.subscriberId === id).length;
      expect(count).toBeLessThanOrEqual(options.perSubscriber);
    }
  }

  function confirm(id: string, started: readonly Started[]): void {
    const standing = standingOf(id);
    const deliveries = started.map(({ delivery }) => delivery);
    const going = schedule.confirm(deliveries, standing, time());
    const isPaused = standing.pausedUntil !== null && standing.pausedUntil > time();
    if (isPaused) expect(going).toEqual([]);
    for (const begun of started) {
      if (going.includes(begun.delivery)) continue;
      startedVersions.delete(versionOf(begun.delivery));
      underWay.splice(underWay.indexOf(begun), 1);
    }
    const count = underWay.filter(({ delivery }) => delivery.subscriberId === id).length;
    if (standing.isOnTrial && going.length > 0) expect(count).toBe(1);
  }

  const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % items.length];

  function answer(n: number, hasFailed: boolean): void {
    const begun = pick(
      underWay.filter(({ hasAnswered }) => !hasAnswered),
      n,
    );
    if (begun === undefined) return;
    Object.assign(begun, { hasAnswered: true, hasFailed });
    begun.pausedUntil = schedule.answered(begun.delivery, hasFailed, time());
  }

  /** Commits a result, unless another worker owns the shard, or did in between and changed the delivery. */
  function store(n: number, isRetried: boolean): void {
    const begun = pick(
      underWay.filter((each) => each.hasAnswered && each.result === null),
      n,
    );
    if (begun === undefined) return;
    const { deliveryId, attempts, shard, subscriberId } = begun.delivery;
    begun.result = { retryAt: isRetried ? time(now + (n % 900)) : null };
    const row = rows.get(deliveryId);
    if (!owned.has(shard) || row?.attempts !== attempts) return;
    if (begun.result.retryAt === null) rows.delete(deliveryId);
    else
      rows.set(deliveryId, {
        ...row,
        attempts: attempts + 1,
        isLate: true,
        dueAt: begun.result.retryAt,
      });
    if (!begun.hasFailed)
      standings.set(subscriberId, { ...standingOf(subscriberId), isOnTrial: false });
    else if (begun.pausedUntil !== null) {
      standings.set(subscriberId, { pausedUntil: begun.pausedUntil, isOnTrial: true });
    }
  }

  function tell(n: number): void {
    const begun = pick(
      underWay.filter(({ result }) => result !== null),
      n,
    );
    if (begun === undefined || begun.result === null) return;
    underWay.splice(underWay.indexOf(begun), 1);
    schedule.ended(begun.delivery, begun.result.retryAt);
  }

  function lose(shards: readonly number[]): void {
    for (const shard of shards) {
      if (!owned.delete(shard)) continue;
      for (const version of startedVersions) {
        const row = rows.get(version.split(' ')[0] ?? '');
        if (row?.shard === shard) startedVersions.delete(version);
      }
    }
    untold = untold.filter((shard) => owned.has(shard));
    schedule.forget(shards);
  }

  function take(shards: readonly number[]): void {
    const taken = shards.filter((shard) => !owned.has(shard));
    for (const shard of taken) owned.add(shard);
    untold = [...untold, ...taken];
    schedule.own(shards);
  }

  function goOn(ms: number): void {
    now += ms;
    latest = Math.max(latest, now);
    elapsed += Math.max(0, ms);
  }

  const shardOf = (n: number): readonly number[] => [n % WORLD_SHARDS.length];
  const subscriberOf = (n: number): string => `subscriber-${String(n % SUBSCRIBERS)}`;

  const take1: Record<Step['type'], (n: number) => void> = {
    emit,
    read: (n) => (reading === null ? beginRead(n) : finishRead()),
    start,
    answer: (n) => answer(n, false),
    fail: (n) => answer(n, true),
    store: (n) => store(n, false),
    retry: (n) => store(n, true),
    tell,
    wait: (n) => goOn(n % 600),
    jump: (n) => goOn(n % 2 === 0 ? -3_600_000 : 3_600_000),
    pause(n) {
      const pausedUntil = time(now + (n % 40_000));
      standings.set(subscriberOf(n), { pausedUntil, isOnTrial: n % 2 === 0 });
    },
    resume: (n) => void standings.delete(subscriberOf(n)),
    lose: (n) => lose(shardOf(n)),
    take: (n) => take(shardOf(n)),
    drain: (n) => schedule.drain(shardOf(n)),
    release: () => {
      const drained = schedule.drained();
      for (const { delivery } of underWay) expect(drained).not.toContain(delivery.shard);
      lose(drained);
    },
    /** What another owner of a shard does. */
    foreign(n) {
      const row = pick(
        [...rows.values()].filter(({ shard }) => !owned.has(shard)),
        n,
      );
      if (row === undefined) return;
      if (n % 2 === 0) rows.delete(row.deliveryId);
      else
        rows.set(row.deliveryId, {
          ...row,
          attempts: row.attempts + 1,
          isLate: true,
          dueAt: time(),
        });
    },
  };

  return {
    schedule,
    rows,
    take: ({ type, n }: Step) => take1[type](n),
    /** Works until nothing is left, with a clock that goes on. */
    drain(): void {
      standings.clear();
      take(WORLD_SHARDS);
      goOn(Math.max(0, latest - now));
      for (let pass = 0; rows.size > 0 || underWay.length > 0; pass += 1) {
        expect(pass, 'something is stuck').toBeLessThan(2_000);
        finishRead();
        for (let part = 0; part < 6; part += 1) {
          beginRead(part);
          finishRead();
        }
        start();
        while (underWay.some(({ hasAnswered }) => !hasAnswered)) answer(0, false);
        while (underWay.some(({ result }) => result === null)) store(0, false);
        while (underWay.length > 0) tell(0);
        goOn(500);
      }
      expect(schedule.oldestDueAt(time(now + 1e12))).toBeNull();
      expect(schedule.freeSlots()).toBe(options.slots);
    },
  };
}
