import type { DataSchema } from './data-schema.js';
import type { EventDefinition, EventDefinitions } from './define-event.js';
import {
  datesOf,
  isDay,
  takeDown,
  versionAt,
  type EventVersions,
  type VersionAt,
} from './event-versions.js';

/** The definitions of events as a subscriber with a pin gets them. */
export type EventsAt<Events extends EventDefinitions, Pin extends string> = {
  readonly [Type in keyof Events]: Events[Type] extends {
    readonly versions: infer Versions extends EventVersions;
  }
    ? EventDefinition<Versions[VersionAt<Versions, Pin>]>
    : Events[Type];
};

/**
 * Returns the definitions of events as a subscriber with this `version` gets them: of each event with versions the newest that is
 * not later, or the first. A receiver takes these, so it types and checks what it really gets.
 *
 * @param pin the subscriber's `version`, a date; for one whose version is null any date before the first
 * @throws TypeError where the pin is no date, and what a step down throws
 * @example
 * createReceiver({ secrets, events: eventsAt(events, '2026-11-01') });
 */
export function eventsAt<const Events extends EventDefinitions, const Pin extends string>(
  events: Events,
  pin: Pin,
): EventsAt<Events, Pin>;
export function eventsAt(events: EventDefinitions, pin: string): EventDefinitions {
  if (!isDay(pin)) throw new TypeError('eventsAt: the version must be a date such as 2026-11-01');
  return Object.fromEntries(
    Object.entries(events).map(([type, definition]) => [type, definitionAt(definition, pin)]),
  );
}

function definitionAt(definition: EventDefinition, pin: string): EventDefinition {
  const { description, example, versions, down } = definition;
  if (versions === undefined || down === undefined) return definition;
  const dates = datesOf(versions);
  const version = versionAt(dates, pin);
  const newest = dates.at(-1) ?? version;
  return {
    description,
    data: versions[version] as DataSchema,
    example: takeDown({ versions, down }, structuredClone(example), [newest, version]),
  };
}
