import type { Clock } from '@stepward/core';
import type {
  ArrivalCursor,
  DeliveryQueue,
  DispatchTurns,
  PendingDelivery,
  Schedule,
  ScheduleRead,
  WaitingEvent,
  WaitingPage,
  WaitingPlace,
} from '@stepward/core/adapter';
import type { ReachQueue } from './reach-queue.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, type SingleFlight } from '../waiting/under-way.js';

/**
 * Reads what the worker's shards hold into memory. `begin` loads what comes next of the subscribers of which few deliveries are
 * in memory, and goes on with what could not be read before.
 */
export interface ShardReader extends SingleFlight {
  /** Reads all that waits in these shards, which the worker owns from now on. */
  take(shards: readonly number[]): void;
  /** Reads what has arrived. */
  readArrivals(): void;
  /** Puts deliveries into memory that were made since a read began, and ends the read. */
  put(read: ScheduleRead, deliveries: readonly PendingDelivery[]): void;
  /** Since when it could not read; null where the last read succeeded. */
  unreadSince(): Date | null;
  /** Whether what waits in the shard is still to be listed: something may come before what is in memory. */
  isListing(shard: number): boolean;
}

export interface ShardReaderOptions {
  readonly queue: Pick<DeliveryQueue, 'arrivals' | 'waiting' | 'load'>;
  readonly reach: ReachQueue;
  readonly schedule: Pick<Schedule, 'beginRead' | 'wanted'>;
  readonly turns: Pick<DispatchTurns, 'add'>;
  readonly keeper: Pick<ShardKeeper, 'keeps' | 'kept'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when something was read. */
  readonly onRead: () => void;
}

/** Events, and deliveries, that may arrive or be made between two reads. After more, all that waits is listed again. */
const ARRIVALS = 20_000;

/** Tenants and subscribers of one page of the list. */
const PAGE = 1_000;

/** Deliveries of one read of windows. A larger one would keep the process from answering for as long as it is parsed. */
const LOADED = 500;

export function createShardReader(options: ShardReaderOptions): ShardReader {
  const { queue, reach, schedule, turns, keeper, clock, onRead } = options;
  const flight = createSingleFlight(readAll);
  /** What waits in shards that were taken or could not be followed. */
  const list = createShardList(keeper, (shards, after) =>
    readInto(
      () => queue.waiting(shards, after, PAGE),
      (read, { events, subscribers }) => {
        addEvents(events);
        read.expect(subscribers);
      },
    ),
  );
  /** Up to where the arrivals of all shards were read. */
  let cursor: ArrivalCursor | null = null;
  let hasArrivals = false;
  let unreadSince: Date | null = null;
  /** What is put into memory after the read that is under way, whose answer may be older; null for nothing. */
  let made: { readonly read: ScheduleRead; readonly deliveries: PendingDelivery[] } | null = null;

  async function readAll(): Promise<void> {
    let hasMore = true;
    // One after the other: what arrives without end must not keep windows from being loaded.
    while (hasMore) {
      putMade();
      await readNew();
      const more = [await list.next(), await loadMore()];
      hasMore = more.includes(true);
    }
  }

  function putMade(): void {
    if (made === null) return;
    const { read, deliveries } = made;
    made = null;
    read.add(deliveries);
    read.end();
    onRead();
  }

  /** The list is read after the cursor is set, so nothing is missed. What is read twice is recognised. */
  async function readNew(): Promise<void> {
    const shards = keeper.kept();
    if (shards.length === 0) cursor = null;
    if (!hasArrivals || shards.length === 0) return;
    hasArrivals = false;
    const answer = await readInto(
      () => queue.arrivals(shards, cursor, ARRIVALS),
      (read, { arrived }) => {
        addEvents(arrived?.events ?? []);
        read.add(arrived?.deliveries ?? []);
      },
    );
    hasArrivals ||= answer === null;
    if (answer === null) return;
    cursor = answer.cursor;
    if (answer.arrived === null) list.add(shards);
  }

  function addEvents(events: readonly WaitingEvent[]): void {
    turns.add(events.filter(({ shard }) => keeper.keeps(shard)));
  }

  /** Loads the next windows; returns whether there may be more. */
  async function loadMore(): Promise<boolean> {
    const windows = schedule.wanted(LOADED);
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
    unreadSince = answer === null ? (unreadSince ?? clock.now()) : null;
    if (answer !== null) put(read, answer);
    read.end();
    if (answer !== null) onRead();
    return answer;
  }

  return {
    ...flight,
    take(shards) {
      list.add(shards);
      hasArrivals ||= cursor === null;
      flight.begin();
    },
    readArrivals() {
      hasArrivals = true;
      flight.begin();
    },
    put(read, deliveries) {
      if (made === null) made = { read, deliveries: [...deliveries] };
      else {
        // The first read notes all that changes: one that is kept for each batch would note it once more.
        made.deliveries.push(...deliveries);
        read.end();
      }
      if (made.deliveries.length > ARRIVALS) {
        made.deliveries.length = 0;
        list.add(keeper.kept());
      }
      flight.begin();
    },
    unreadSince: () => unreadSince,
    isListing: (shard) => list.has(shard),
  };
}

/** A list of what waits in shards, which is read page by page. */
interface ShardList {
  /** Has shards listed from the beginning. */
  add(shards: readonly number[]): void;
  /** Whether a shard is still to be listed, or its list is not at its end. */
  has(shard: number): boolean;
  /** Reads the next page, if there is one; returns whether there may be more. */
  next(): Promise<boolean>;
}

/** @param read returns the page after a place; null where it could not be read */
function createShardList(
  keeper: Pick<ShardKeeper, 'keeps'>,
  read: (shards: readonly number[], after: WaitingPlace | null) => Promise<WaitingPage | null>,
): ShardList {
  const added = new Set<number>();
  let shards: readonly number[] = [];
  let after: WaitingPlace | null = null;

  return {
    add(more) {
      for (const shard of more) added.add(shard);
    },
    has: (shard) => added.has(shard) || shards.includes(shard),
    async next() {
      shards = shards.filter(keeper.keeps);
      // The rest of the list is others' where all of its shards are.
      if (shards.length === 0) after = null;
      if (after === null) {
        shards = [...new Set([...shards, ...added])].filter(keeper.keeps);
        added.clear();
      }
      if (shards.length === 0) return false;
      const page = await read(shards, after);
      if (page === null) return false;
      after = page.next;
      if (after === null) shards = [];
      return true;
    },
  };
}
