import type { PreparedEvent } from '../records/stored-event.js';
import type { Clock, Random } from '../ports/platform.js';
import type { Stores } from '../ports/stores.js';
import { prepareOwnEvent, type NewEvent, type NewOwnEvent } from './new-event.js';

/** What stamps an event with its id and time. */
export interface EventWiring {
  readonly clock: Clock;
  readonly random: Random;
}

/** Prepares an event of Stepward's own for a store that writes it together with the change. Hosts emit by `EventService`. */
export function stampEvent(
  { clock, random }: EventWiring,
  event: NewEvent | NewOwnEvent,
): PreparedEvent {
  return prepareOwnEvent(event, { id: random.uuid(), now: clock.now() });
}

/** Emits an event of Stepward's own within a unit of work: it and the change are committed together. */
export function recordEvent(
  wiring: EventWiring,
  stores: Pick<Stores, 'record'>,
  event: NewEvent | NewOwnEvent,
): Promise<void> {
  return stores.record({ entries: [], events: [stampEvent(wiring, event)] });
}
