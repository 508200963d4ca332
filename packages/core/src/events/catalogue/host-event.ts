import type { EventType } from './catalogue.js';
import type { InputOf, OutputOf } from './data-schema.js';
import type { EventDefinition, EventDefinitions } from './define-event.js';

/** A host without events of its own. */
export type NoHostEvents = Readonly<Record<never, EventDefinition>>;

/** The names of a host's own events: those of the catalogue may stand beside them, unchanged. */
export type HostEventType<Events extends EventDefinitions> = Exclude<
  keyof Events & string,
  EventType
>;

/** The data of each of a host's own events, as it may be emitted. */
export type HostEventInputs<Events extends EventDefinitions> = {
  readonly [Type in HostEventType<Events>]: InputOf<Events[Type]['data']>;
};

/** The data of each of a host's own events, as it is delivered. */
export type HostEventData<Events extends EventDefinitions> = {
  readonly [Type in HostEventType<Events>]: OutputOf<Events[Type]['data']>;
};
