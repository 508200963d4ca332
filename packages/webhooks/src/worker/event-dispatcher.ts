import type {
  DeliveryQueue,
  DispatchTurns,
  PendingDelivery,
  Schedule,
  ScheduleRead,
  WaitingEvent,
} from '@stepward/core/adapter';
import type { ReachQueue } from './reach-queue.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, type SingleFlight } from '../waiting/under-way.js';

export interface EventDispatcherOptions {
  readonly queue: Pick<DeliveryQueue, 'dispatch'>;
  readonly reach: ReachQueue;
  readonly schedule: Pick<Schedule, 'beginRead'>;
  readonly turns: DispatchTurns;
  readonly keeper: Pick<ShardKeeper, 'fence' | 'keeps' | 'lose'>;
  /** Called with the due deliveries that were made, and a read that began before and is to be ended. */
  readonly onMade: (read: ScheduleRead, made: readonly PendingDelivery[]) => void;
}

/** Tenants of one batch, and their events: two of each at least, so a tenant with a single one is known to have no more. */
const TENANTS = 100;
const EVENTS = 200;

/** Deliveries that one batch makes at most: what other tenants wait for. */
const DELIVERIES = 250;

/**
 * Makes the deliveries of the events that wait, batch by batch, until none waits. A batch that fails goes behind the others, and
 * the next one is half as large, so an event which storage refuses keeps no other from being dispatched.
 */
export function createEventDispatcher(options: EventDispatcherOptions): SingleFlight {
  const { queue, reach, schedule, turns, keeper, onMade } = options;
  const ours = (events: readonly WaitingEvent[]): readonly WaitingEvent[] =>
    events.filter(({ shard }) => keeper.keeps(shard));

  let size = EVENTS;

  return createSingleFlight(async () => {
    for (;;) {
      const from = turns.take(Math.min(size, TENANTS));
      if (from.length === 0) return;
      const fence = keeper.fence();
      const limit = { events: Math.floor(size / from.length), deliveries: DELIVERIES };
      const read = schedule.beginRead();
      const outcome = await reach('dispatch', () => queue.dispatch(fence, from, limit));
      if (outcome === null) {
        read.end();
        turns.add(ours(from));
        size = Math.ceil(size / 2);
        return;
      }
      size = Math.min(2 * size, EVENTS);
      keeper.lose(fence, outcome.lost);
      turns.add(ours(outcome.unfinished));
      turns.putBack(ours(outcome.unreached));
      onMade(read, outcome.made);
    }
  });
}
