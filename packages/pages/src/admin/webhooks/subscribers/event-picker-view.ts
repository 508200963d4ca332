import type { EventDescription } from '@stepward/core';
import type { Form } from '../../../links/read-form.js';

/** One event, or all of a group, that can be chosen. */
export interface PickedEvent {
  /** What the subscriber's filter holds: `user.created` or `user.*`. */
  readonly pattern: string;
  readonly isTicked: boolean;
}

/** An event with what is sent for it. */
export interface EventOption extends PickedEvent {
  /** When it happens. */
  readonly description: string;
  /** Its data as it could be, as indented JSON. */
  readonly sample: string;
}

/** The events with the same beginning of their names. */
export interface EventGroup {
  /** `user` for `user.created`. */
  readonly name: string;
  /** The pattern for all of them, later ones too. */
  readonly all: PickedEvent;
  readonly events: readonly EventOption[];
}

/** The choice of a subscriber's events. */
export interface EventPickerView {
  /** Whether it gets every event but those about Stepward's own work. */
  readonly isEverything: boolean;
  /** The events of the catalogue and of the host. */
  readonly groups: readonly EventGroup[];
  /** `mfa.*` and `webhook.*`: a subscriber for everything gets them only where they are chosen, too. */
  readonly ownGroups: readonly EventGroup[];
  /** What the filter holds that no box stands for, such as older names. */
  readonly others: readonly PickedEvent[];
}

const EVERYTHING = '*';

/**
 * Decides what the event picker shows.
 *
 * @param events from `stepward.eventRegistry.describe()`
 * @param isReserved whether an event is one of Stepward's own
 * @param chosen the subscriber's `eventTypes`
 */
export function eventPickerView(
  events: readonly EventDescription[],
  isReserved: (type: string) => boolean,
  chosen: readonly string[],
): EventPickerView {
  const names = [...new Set(events.map(({ type }) => groupOf(type)))];
  const groups = names.map((name) => groupView(name, events, chosen));
  const isOwn = ({ events: ofGroup }: EventGroup): boolean =>
    ofGroup.every(({ pattern }) => isReserved(pattern));
  const known = new Set([
    EVERYTHING,
    ...groups.flatMap(({ all, events: each }) => [all, ...each].map(({ pattern }) => pattern)),
  ]);
  return {
    isEverything: chosen.includes(EVERYTHING),
    groups: groups.filter((group) => !isOwn(group)),
    ownGroups: groups.filter(isOwn),
    others: chosen
      .filter((pattern) => !known.has(pattern))
      .map((pattern) => ({ pattern, isTicked: true })),
  };
}

/** Reads the event picker of a form: the patterns for the subscriber's filter. */
export function eventTypesIn(form: Form, isReserved: (type: string) => boolean): string[] {
  const ticked = [...form.keys()].flatMap((key) =>
    key.startsWith(FIELD_PREFIX) ? [key.slice(FIELD_PREFIX.length)] : [],
  );
  return form.get('events') === 'all' ? [EVERYTHING, ...ticked.filter(isReserved)] : ticked;
}

const FIELD_PREFIX = 'event.';

/** The name of a box. */
export function fieldOf(pattern: string): string {
  return FIELD_PREFIX + pattern;
}

function groupView(
  name: string,
  events: readonly EventDescription[],
  chosen: readonly string[],
): EventGroup {
  const picked = (pattern: string): PickedEvent => ({
    pattern,
    isTicked: chosen.includes(pattern),
  });
  return {
    name,
    all: picked(`${name}.*`),
    events: events
      .filter(({ type }) => groupOf(type) === name)
      .map(({ type, description, example }) => ({
        ...picked(type),
        description,
        sample: JSON.stringify(example, null, 2),
      })),
  };
}

function groupOf(type: string): string {
  return type.split('.', 1)[0] ?? type;
}
