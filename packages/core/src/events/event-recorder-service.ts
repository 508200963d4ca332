import type { Clock } from '../ports/clock.js';
import type { Random } from '../ports/random.js';
import type { Stores } from '../ports/stores.js';
import {
  prepareOwnEvent,
  type NewEvent,
  type NewOwnEvent,
  type PreparedEvent,
} from './new-event.js';

/** Emits the events of Stepward's own services, of the catalogue or beyond it. Hosts emit by `EventService`. */
export interface EventRecorder {
  /** Prepares an emit for a store that writes it together with the change. */
  prepare(event: NewEvent | NewOwnEvent): PreparedEvent;
  /** Emits within a unit of work, so that the event and the change are committed together. */
  record(stores: Pick<Stores, 'record'>, event: NewEvent | NewOwnEvent): Promise<void>;
}

export function createEventRecorder({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): EventRecorder {
  const prepare: EventRecorder['prepare'] = (event) =>
    prepareOwnEvent(event, { id: random.uuid(), now: clock.now() });
  return {
    prepare,
    record: (stores, event) => stores.record({ entries: [], events: [prepare(event)] }),
  };
}
