import type { DeliveryQueue, DispatchTurns, EmittedEvent } from '@stepward/core/adapter';
import type { ReachQueue } from './reach-queue.js';
import type { ShardKeeper } from './shard-keeper.js';
import { createSingleFlight, type SingleFlight } from './single-flight.js';

export interface EventDispatcherOptions {
  readonly queue: Pick<DeliveryQueue, 'dispatch'>;
  readonly reach: ReachQueue;
  readonly turns: DispatchTurns<EmittedEvent>;
  readonly keeper: Pick<ShardKeeper, 'fence' | 'keeps' | 'lose'>;
  /** Called when deliveries were made. */
  readonly onDispatched: () => void;
}

/** Events of one batch. */
const EVENTS = 100;

/** Deliveries that one batch makes at most. */
const DELIVERIES = 1_000;

/** Makes the deliveries of the events that wait, batch by batch, until none waits. */
export function createEventDispatcher(options: EventDispatcherOptions): SingleFlight {
  const { queue, reach, turns, keeper, onDispatched } = options;

  return createSingleFlight(async () => {
    for (;;) {
      const events = turns.take(EVENTS);
      if (events.length === 0) return;
      const outcome = await reach('dispatch', () =>
        queue.dispatch(keeper.fence(), events, DELIVERIES),
      );
      if (outcome !== null) keeper.lose(outcome.lost);
      const unfinished = outcome === null ? events : outcome.unfinished;
      turns.putBack(unfinished.filter(({ shard }) => keeper.keeps(shard)));
      if (outcome === null) return;
      onDispatched();
    }
  });
}
