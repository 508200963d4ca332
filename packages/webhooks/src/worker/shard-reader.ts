import type {
  ArrivalCursor,
  Arrivals,
  DeliveryQueue,
  DispatchTurns,
  EmittedEvent,
  Schedule,
  ScheduleRead,
  SubscriberKey,
  WaitingSubscriber,
} from '@stepward/core/adapter';
import type { ReachQueue } from './reach-queue.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, type SingleFlight } from './single-flight.js';

/**
 * Reads what the worker's shards hold into memory. `begin` loads what comes next of the subscribers of which few deliveries are
 * in memory, and goes on with what could not be read before.
 */
export interface ShardReader extends SingleFlight {
  /** Reads all that waits in these shards, which the worker owns from now on. */
  take(shards: readonly number[]): void;
  /** Reads what has arrived. */
  readArrivals(): void;
}

export interface ShardReaderOptions {
  readonly queue: Pick<DeliveryQueue, 'arrivals' | 'waiting' | 'load'>;
  readonly reach: ReachQueue;
  readonly schedule: Pick<Schedule, 'beginRead' | 'wanted'>;
  readonly turns: Pick<DispatchTurns<EmittedEvent>, 'add' | 'size'>;
  readonly keeper: Pick<ShardKeeper, 'keeps' | 'kept'>;
  /** Called when something was read. */
  readonly onRead: () => void;
}

/** Rows of one read. */
const PAGE = 1_000;

/** Windows of one read. */
const WINDOWS = 200;

/** Events in memory, about 30 MB. The others wait in storage until some of these are dispatched. */
const MAX_EVENTS = 100_000;

/** Shards whose events are being read from the first on. */
interface TakeUp {
  readonly shards: readonly number[];
  readonly cursor: ArrivalCursor | null;
}

export function createShardReader(options: ShardReaderOptions): ShardReader {
  const { queue, reach, schedule, turns, keeper, onRead } = options;
  const flight = createSingleFlight(readAll);
  const taken: number[] = [];
  let takeUp: TakeUp | null = null;
  /** Up to where the arrivals of all shards were read. */
  let cursor: ArrivalCursor | null = null;
  let hasArrivals = false;

  async function readAll(): Promise<void> {
    let hasMore = true;
    // One after the other: what arrives without end must not keep windows from being loaded.
    while (hasMore) {
      const more = [await takeUpMore(), await readMore(), await loadMore()];
      hasMore = more.includes(true);
    }
  }

  /**
   * Reads the next events of new shards, and after the last of them which subscribers wait. The cursor of all shards is not
   * ahead of the first of these reads, so that nothing is passed over; what is read twice is known. Returns whether there is
   * more to read, as the two reads after it do.
   */
  async function takeUpMore(): Promise<boolean> {
    const { shards, cursor: after } = takeUp ?? { shards: taken.splice(0), cursor: null };
    const kept = shards.filter((shard) => keeper.keeps(shard));
    takeUp = kept.length === 0 ? null : { shards: kept, cursor: after };
    if (takeUp === null) return taken.length > 0;
    if (turns.size >= MAX_EVENTS) return false;
    const page = await readPage(kept, after);
    if (page === null) return false;
    cursor ??= page.cursor;
    takeUp = { shards: kept, cursor: page.cursor };
    if (page.hasMore) return true;
    if (!(await expectAll(kept))) return false;
    takeUp = null;
    return true;
  }

  async function readMore(): Promise<boolean> {
    const shards = keeper.kept();
    if (shards.length === 0) cursor = null;
    if (!hasArrivals || cursor === null || turns.size >= MAX_EVENTS) return false;
    hasArrivals = false;
    const page = await readPage(shards, cursor);
    cursor = page?.cursor ?? cursor;
    hasArrivals ||= page?.hasMore !== false;
    return page?.hasMore === true;
  }

  function readPage(
    shards: readonly number[],
    after: ArrivalCursor | null,
  ): Promise<Arrivals | null> {
    return readInto(
      () => queue.arrivals(shards, after, PAGE),
      (read, { events, deliveries }) => {
        turns.add(events.filter(({ shard }) => keeper.keeps(shard)));
        read.add(deliveries);
      },
    );
  }

  async function expectAll(shards: readonly number[]): Promise<boolean> {
    let after: SubscriberKey | null = null;
    do {
      const page = await readWaiting(shards, after);
      if (page === null) return false;
      after = page.length < PAGE ? null : (page.at(-1) ?? null);
    } while (after !== null);
    return true;
  }

  function readWaiting(
    shards: readonly number[],
    after: SubscriberKey | null,
  ): Promise<readonly WaitingSubscriber[] | null> {
    return readInto(
      () => queue.waiting(shards, after, PAGE),
      (read, subscribers) => read.expect(subscribers),
    );
  }

  async function loadMore(): Promise<boolean> {
    const windows = schedule.wanted(WINDOWS);
    if (windows.length === 0) return false;
    const loaded = await readInto(
      () => queue.load(windows),
      (read, rows) => windows.forEach((window, index) => read.loaded(window, rows[index] ?? [])),
    );
    return loaded !== null;
  }

  async function readInto<T>(
    call: () => Promise<T>,
    put: (read: ScheduleRead, answer: T) => void,
  ): Promise<T | null> {
    const read = schedule.beginRead();
    const answer = await reach('read', call);
    if (answer !== null) put(read, answer);
    read.end();
    if (answer !== null) onRead();
    return answer;
  }

  return {
    ...flight,
    take(shards) {
      taken.push(...shards);
      flight.begin();
    },
    readArrivals() {
      hasArrivals = true;
      flight.begin();
    },
  };
}
