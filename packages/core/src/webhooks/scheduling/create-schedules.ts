import { SHARD_COUNT } from '../shard.js';
import { createSchedule } from './create-schedule.js';
import type { Schedule, ScheduleOptions, ScheduleRead } from './schedule.js';

export interface SchedulesOptions {
  /** The limits of what goes to subscribers. */
  readonly subscribers: ScheduleOptions;
  /** Those of the handler with that shard. */
  readonly ofHandler: (shard: number) => ScheduleOptions;
  /** Schedules by shard whose owner starts what they hold by itself; none by default. The rest is done for all schedules. */
  readonly apart?: ReadonlyMap<number, Schedule>;
}

/**
 * Returns several schedules as one: that of all subscribers, and one for each handler, by its shard. Each has slots that no other one
 * uses, so a handler that hangs keeps neither subscribers nor other handlers waiting.
 *
 * @example
 * const limits = { perSubscriber: 10, perSecond: null, circuitBreaker: false, maxRows: 5_000 };
 * const ofHandler = () => ({ ...limits, slots: 16 });
 * const schedule = createSchedules({ subscribers: { ...limits, slots: 256 }, ofHandler });
 */
export function createSchedules(options: SchedulesOptions): Schedule {
  const { subscribers, ofHandler, apart = new Map<number, Schedule>() } = options;
  const main = createSchedule(subscribers);
  const ofHandlers = new Map<number, Schedule>();
  const startable = (): readonly Schedule[] => [main, ...ofHandlers.values()];
  const all = (): readonly Schedule[] => [...startable(), ...apart.values()];
  let turns = 0;

  /** Each time beginning with the next one, so that none always uses up a limit. */
  function inTurn(schedules: readonly Schedule[]): readonly Schedule[] {
    const first = turns % schedules.length;
    turns += 1;
    return [...schedules.slice(first), ...schedules.slice(0, first)];
  }

  function scheduleOf(shard: number): Schedule {
    if (shard < SHARD_COUNT) return main;
    const own = apart.get(shard);
    if (own !== undefined) return own;
    const schedule = ofHandlers.get(shard) ?? createSchedule(ofHandler(shard));
    ofHandlers.set(shard, schedule);
    return schedule;
  }

  function eachOf(
    shards: readonly number[],
    call: (schedule: Schedule, part: readonly number[]) => void,
  ): void {
    for (const [schedule, part] of bySchedule(shards, scheduleOf)) call(schedule, part);
  }

  return {
    own: (shards) => eachOf(shards, (schedule, part) => schedule.own(part)),
    drain: (shards) => eachOf(shards, (schedule, part) => schedule.drain(part)),
    drained: () => all().flatMap((schedule) => schedule.drained()),
    forget: (shards) => eachOf(shards, (schedule, part) => schedule.forget(part)),

    beginRead: () => createReads(all(), scheduleOf),
    wanted(limit) {
      let left = limit;
      return inTurn(all()).flatMap((schedule) => {
        const windows = left > 0 ? schedule.wanted(left) : [];
        left -= windows.reduce((sum, window) => sum + window.limit, 0);
        return windows;
      });
    },

    start(now, limit = Infinity) {
      let left = limit;
      return inTurn(startable()).flatMap((schedule) => {
        const started = schedule.start(now, left);
        left -= started.length;
        return started;
      });
    },
    confirm: (delivery, standing, now) =>
      scheduleOf(delivery.shard).confirm(delivery, standing, now),
    answered: (delivery, hasFailed, now, busy) =>
      scheduleOf(delivery.shard).answered(delivery, hasFailed, now, busy),
    ended: (delivery, retryAt) => scheduleOf(delivery.shard).ended(delivery, retryAt),
    freed(deliveries) {
      for (const [schedule, part] of bySchedule(deliveries, ({ shard }) => scheduleOf(shard))) {
        schedule.freed(part);
      }
    },
    readAgain: (delivery) => scheduleOf(delivery.shard).readAgain(delivery),

    freeSlots: () => Math.max(...startable().map((schedule) => schedule.freeSlots())),
    nextStartAt: (now) => earliest(startable().map((schedule) => schedule.nextStartAt(now))),
    oldestDueAt: (now) => earliest(all().map((schedule) => schedule.oldestDueAt(now))),
  };
}

/** Reads storage for all schedules. One that was made since the read began has nothing that the answer could be older than. */
function createReads(
  schedules: readonly Schedule[],
  scheduleOf: (shard: number) => Schedule,
): ScheduleRead {
  const reads = new Map(schedules.map((schedule) => [schedule, schedule.beginRead()]));

  function readOf(shard: number): ScheduleRead {
    const schedule = scheduleOf(shard);
    const read = reads.get(schedule) ?? schedule.beginRead();
    reads.set(schedule, read);
    return read;
  }

  return {
    expect(subscribers) {
      for (const [read, part] of bySchedule(subscribers, ({ shard }) => readOf(shard))) {
        read.expect(part);
      }
    },
    add(deliveries) {
      for (const [read, part] of bySchedule(deliveries, ({ shard }) => readOf(shard)))
        read.add(part);
    },
    loaded: (window, deliveries) => readOf(window.shard).loaded(window, deliveries),
    end() {
      for (const read of reads.values()) read.end();
    },
  };
}

function bySchedule<T, Target>(
  items: readonly T[],
  scheduleOf: (item: T) => Target,
): ReadonlyMap<Target, readonly T[]> {
  const schedules = new Map<Target, T[]>();
  for (const item of items) {
    const schedule = scheduleOf(item);
    const part = schedules.get(schedule);
    if (part === undefined) schedules.set(schedule, [item]);
    else part.push(item);
  }
  return schedules;
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.flatMap((time) => time ?? []);
  return known.length === 0 ? null : new Date(Math.min(...known.map(Number)));
}
