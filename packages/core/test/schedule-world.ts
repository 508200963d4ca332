/**
 * A schedule with a storage and a worker around it, one step at a time, for property tests. A read has two steps, so
 * that anything can happen between what storage answers and when the schedule is told; so has a result. Whatever the
 * schedule starts is checked against the promises.
 */
import { expect } from 'vitest';
import type { PendingDelivery } from '../src/webhooks/pending-delivery.js';
import { createSchedule } from '../src/webhooks/scheduling/create-schedule.js';
import type { BusyAnswer, Pause } from '../src/webhooks/scheduling/pause.js';
import type { ScheduleOptions, ScheduleRead } from '../src/webhooks/scheduling/schedule.js';
import { createScheduleStorage, SHARDS, SUBSCRIBERS } from './schedule-storage.js';

export const STEPS = [
  ...([
    'emit',
    'emit',
    'read',
    'read',
    'read',
    'start',
    'start',
    'succeed',
    'fail',
    'busy',
  ] as const),
  ...([
    'store',
    'store',
    'retry',
    'loseAnswer',
    'giveUp',
    'tell',
    'tell',
    'wait',
    'jump',
    'pause',
    'resume',
  ] as const),
  ...(['lose', 'take', 'drain', 'release', 'changeElsewhere', 'restart'] as const),
] as const;

/** `n` chooses among what the step may concern. */
export interface Step {
  readonly type: (typeof STEPS)[number];
  readonly n: number;
}

interface UnderWay {
  readonly delivery: PendingDelivery;
  answer: { readonly hasFailed: boolean; readonly pause: Pause | null } | null;
  /** What was decided at the first try to store it. */
  decided: { readonly retryAt: Date | null } | null;
  isStored: boolean;
}

export function createScheduleWorld(options: ScheduleOptions) {
  const schedule = createSchedule(options);
  const storage = createScheduleStorage();
  const owned = new Set<number>();
  /** Owned shards whose waiting subscribers were not read yet. */
  let unread: readonly number[] = [];
  let cursor = 0;
  let reading: { readonly read: ScheduleRead; readonly put: () => void } | null = null;
  let underWay: readonly UnderWay[] = [];
  /** What was started since its shard was owned, by id and number of attempts. */
  const started = new Map<string, PendingDelivery>();
  /** When attempts to each subscriber began, by a clock that never goes back. */
  const begunAt = new Map<string, readonly number[]>();
  let now = Date.parse('2026-01-01T00:00:00Z');
  let latest = now;
  let elapsed = 0;

  const after = (ms: number): Date => new Date(now + ms);
  const pick = <T>(items: readonly T[], n: number): T | undefined => items[n % items.length];
  const idOf = ({ deliveryId, attempts }: PendingDelivery): string =>
    `${deliveryId} ${String(attempts)}`;
  const underWayOf = (subscriberId: string): readonly UnderWay[] =>
    underWay.filter(({ delivery }) => delivery.subscriberId === subscriberId);

  function advance(ms: number): void {
    now += ms;
    latest = Math.max(latest, now);
    elapsed += Math.max(0, ms);
  }

  function take(shards: readonly number[]): void {
    const taken = shards.filter((shard) => !owned.has(shard));
    for (const shard of taken) owned.add(shard);
    unread = [...unread, ...taken];
    schedule.own(shards);
  }

  function lose(shards: readonly number[]): void {
    for (const shard of shards) owned.delete(shard);
    for (const [id, { shard }] of started) if (shards.includes(shard)) started.delete(id);
    unread = unread.filter((shard) => owned.has(shard));
    schedule.forget(shards);
  }

  /** Storage answers now, and the schedule is told later. */
  function beginRead(n: number): void {
    const read = schedule.beginRead();
    const put = readWhatIsNext(read, n);
    reading = { read, put };
  }

  function readWhatIsNext(read: ScheduleRead, n: number): () => void {
    if (unread.length > 0) {
      const waiting = storage.waiting(unread);
      unread = [];
      return () => read.expect(waiting);
    }
    if (storage.hasArrivals(cursor) && n % 3 > 0) {
      const arrivals = storage.arrivals([...owned], cursor);
      cursor = arrivals.cursor;
      return () => read.add(arrivals.deliveries);
    }
    const limit = 1 + (n % 4);
    const windows = schedule.wanted(limit);
    const asked = windows.slice(0, -2).reduce((sum, window) => sum + window.limit, 0);
    expect(asked).toBeLessThan(limit);
    const answers = windows.map((window) => [window, storage.load(window)] as const);
    return () => {
      for (const [window, deliveries] of answers) read.loaded(window, deliveries);
    };
  }

  function endRead(): void {
    reading?.put();
    reading?.read.end();
    reading = null;
  }

  function start(): void {
    const free = schedule.freeSlots();
    const deliveries = schedule.start(after(0));
    expect(deliveries.length).toBeLessThanOrEqual(free);
    deliveries.forEach(checkStart);
    checkCaps();
    const nextAt = schedule.nextStartAt(after(0));
    if (nextAt !== null) expect(nextAt.getTime()).toBeGreaterThan(now);
    for (const id of new Set(deliveries.map(({ subscriberId }) => subscriberId))) {
      confirm(deliveries.filter(({ subscriberId }) => subscriberId === id));
    }
  }

  function checkStart(delivery: PendingDelivery): void {
    const { deliveryId, dueAt, shard, subscriberId } = delivery;
    expect(dueAt.getTime()).toBeLessThanOrEqual(now);
    expect(owned).toContain(shard);
    expect(storage.rows.get(deliveryId)).toEqual(delivery);
    expect(underWay.map((each) => each.delivery.deliveryId)).not.toContain(deliveryId);
    expect(started).not.toContain(idOf(delivery));
    started.set(idOf(delivery), delivery);
    const before = begunAt.get(subscriberId) ?? [];
    begunAt.set(subscriberId, [...before, elapsed]);
    const limiting = options.perSecond === null ? undefined : before.at(-options.perSecond);
    if (limiting !== undefined) expect(elapsed - limiting).toBeGreaterThanOrEqual(1_000);
    underWay = [...underWay, { delivery, answer: null, decided: null, isStored: false }];
  }

  function checkCaps(): void {
    const sending = underWay.filter(({ answer }) => answer === null);
    expect(sending.length).toBeLessThanOrEqual(options.slots);
    expect(underWay.length).toBeLessThanOrEqual(2 * options.slots);
    for (const id of SUBSCRIBERS) {
      expect(underWayOf(id).length).toBeLessThanOrEqual(options.perSubscriber);
    }
  }

  function confirm(deliveries: readonly PendingDelivery[]): void {
    const [{ subscriberId } = { subscriberId: '' }] = deliveries;
    const standing = storage.standingOf(subscriberId);
    const going = deliveries.filter((each) => schedule.confirm(each, standing, after(0)));
    const back = deliveries.filter((delivery) => !going.includes(delivery));
    underWay = underWay.filter(({ delivery }) => !back.includes(delivery));
    for (const delivery of back) started.delete(idOf(delivery));
    const { pausedUntil, isOnTrial } = standing;
    if (pausedUntil !== null && pausedUntil > after(0)) expect(going).toEqual([]);
    if (isOnTrial && going.length > 0) expect(underWayOf(subscriberId)).toHaveLength(1);
  }

  function answer(n: number, hasFailed: boolean, busy: BusyAnswer | null = null): void {
    const attempt = pick(
      underWay.filter((each) => each.answer === null),
      n,
    );
    if (attempt === undefined) return;
    const pause = schedule.answered(attempt.delivery, hasFailed, after(0), busy);
    attempt.answer = { hasFailed, pause };
  }

  function pickUnstored(n: number): UnderWay | undefined {
    return pick(
      underWay.filter((each) => each.answer !== null && !each.isStored),
      n,
    );
  }

  /** Where the answer is lost, it is decided as before when it is stored again. */
  function store(n: number, retryAt: Date | null, isAnswerLost = false): void {
    const attempt = pickUnstored(n);
    if (attempt === undefined || attempt.answer === null) return;
    const { delivery } = attempt;
    attempt.decided ??= { retryAt };
    attempt.isStored = !isAnswerLost;
    if (!owned.has(delivery.shard)) return;
    if (!storage.finish(delivery, attempt.decided.retryAt)) return;
    const { hasFailed, pause } = attempt.answer;
    storage.storeHealth(delivery.subscriberId, hasFailed, pause);
  }

  /** Storage does not take the result, so there is none. */
  function giveUp(n: number): void {
    const attempt = pickUnstored(n);
    if (attempt === undefined) return;
    underWay = underWay.filter((each) => each !== attempt);
    started.delete(idOf(attempt.delivery));
    schedule.readAgain(attempt.delivery);
  }

  function tell(n: number): void {
    const attempt = pick(
      underWay.filter(({ isStored }) => isStored),
      n,
    );
    if (attempt === undefined || attempt.decided === null) return;
    underWay = underWay.filter((each) => each !== attempt);
    schedule.ended(attempt.delivery, attempt.decided.retryAt);
  }

  const steps: Readonly<Record<Step['type'], (n: number) => void>> = {
    emit: (n) => storage.insert(n, n % 5 === 0, after(n % 11 === 0 ? 700 : -(n % 400))),
    read: (n) => (reading === null ? beginRead(n) : endRead()),
    start,
    succeed: (n) => answer(n, false),
    fail: (n) => answer(n, true),
    busy: (n) => answer(n, true, { retryAfterMs: n % 3 === 0 ? n % 90_000 : 0 }),
    store: (n) => store(n, null),
    retry: (n) => store(n, after(n % 900)),
    loseAnswer: (n) => store(n, n % 2 === 0 ? null : after(n % 900), true),
    giveUp,
    tell,
    wait: (n) => advance(n % 600),
    jump: (n) => advance(n % 2 === 0 ? -3_600_000 : 3_600_000),
    pause(n) {
      const standing = { pausedUntil: after(n % 40_000), isOnTrial: n % 2 === 0, busyPauses: 0 };
      storage.standings.set(pick(SUBSCRIBERS, n) ?? '', standing);
    },
    resume: (n) => void storage.standings.delete(pick(SUBSCRIBERS, n) ?? ''),
    lose: (n) => lose([n % SHARDS.length]),
    take: (n) => take([n % SHARDS.length]),
    drain: (n) => schedule.drain([n % SHARDS.length]),
    release() {
      const drained = schedule.drained();
      for (const { delivery } of underWay) expect(drained).not.toContain(delivery.shard);
      lose(drained);
    },
    changeElsewhere(n) {
      const foreign = [...storage.rows.values()].filter(({ shard }) => !owned.has(shard));
      const row = pick(foreign, n);
      if (row !== undefined) storage.finish(row, n % 2 === 0 ? null : after(0));
    },
    /** Storage starts again, and everything is read once more. */
    restart: () => void (cursor = 0),
  };

  take(SHARDS);

  return {
    step: ({ type, n }: Step): void => steps[type](n),

    /** Works until nothing is left, with all shards, no pauses, and a clock that goes on. */
    workOff(): void {
      storage.standings.clear();
      take(SHARDS);
      advance(latest - now);
      for (let pass = 0; storage.rows.size + underWay.length > 0; pass += 1) {
        expect(pass, 'passes').toBeLessThan(2_000);
        for (let n = 0; n < 6; n += 1) {
          endRead();
          beginRead(n);
        }
        endRead();
        start();
        while (underWay.some((each) => each.answer === null)) answer(0, false);
        while (underWay.some(({ isStored }) => !isStored)) store(0, null);
        while (underWay.length > 0) tell(0);
        advance(500);
      }
      expect(schedule.oldestDueAt(new Date(latest + 1e9))).toBeNull();
      expect(schedule.freeSlots()).toBe(options.slots);
    },
  };
}
