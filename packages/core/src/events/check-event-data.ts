import type { FieldViolation } from '../shared/field-violation.js';
import { EVENT_TYPES, type EventType } from './catalogue.js';
import type { EventEntry } from './define-event.js';
import { entryOf } from './event-entry.js';
import type { EventField } from './event-field.js';
import { OWN_EVENT_TYPES, type OwnEventType } from './own-events.js';

/** What a look at an event's data found. */
export interface CheckedEventData {
  readonly violations: readonly FieldViolation[];
  /** The data with `id` added, where it came under its other name; null where it stays as it was. */
  readonly amended: object | null;
}

/**
 * Holds data, fresh from JSON, against the catalogue: required fields are there, known fields have
 * their kind. Fields that the catalogue does not know pass. A field with null is not left out.
 */
export function checkEventData(type: EventType | OwnEventType, data: unknown): CheckedEventData {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    const violation = { field: 'data', rule: 'type', limit: 'object', value: data } as const;
    return { violations: [violation], amended: null };
  }
  const amended = addId(entryOf(type), data);
  return { violations: violationsOf(type, amended ?? data), amended };
}

function addId({ idAlias }: EventEntry, data: object): object | null {
  if (idAlias === undefined || Object.hasOwn(data, 'id') || !Object.hasOwn(data, idAlias)) {
    return null;
  }
  return { id: (data as Readonly<Record<string, unknown>>)[idAlias], ...data };
}

type NamedField = readonly [name: string, field: EventField<unknown>];

/** The fields of each event as a list, made once: every emit goes through one. */
const FIELDS = Object.fromEntries<readonly NamedField[]>(
  [...EVENT_TYPES, ...OWN_EVENT_TYPES].map((type) => [
    type,
    Object.entries<EventField<unknown>>(entryOf(type).data),
  ]),
) as Readonly<Record<EventType | OwnEventType, readonly NamedField[]>>;

function violationsOf(type: EventType | OwnEventType, data: object): readonly FieldViolation[] {
  const violations: FieldViolation[] = [];
  for (const [name, field] of FIELDS[type]) {
    const isThere = Object.hasOwn(data, name);
    const value = isThere ? (data as Readonly<Record<string, unknown>>)[name] : null;
    if (isThere ? field.accepts(value) : !field.required) continue;
    const rule = isThere ? 'type' : 'required';
    violations.push({ field: `data.${name}`, rule, limit: field.description, value });
  }
  return violations;
}
