import type { FieldViolation } from '../shared/field-violation.js';
import { EVENT_CATALOGUE, type EventType } from './catalogue.js';
import type { EventEntry } from './define-event.js';

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
export function checkEventData(type: EventType, data: unknown): CheckedEventData {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    const violation = { field: 'data', rule: 'type', limit: 'object', value: data };
    return { violations: [violation], amended: null };
  }
  const entry = EVENT_CATALOGUE[type] as EventEntry;
  const amended = addId(entry, data);
  return { violations: violationsOf(entry, amended ?? data), amended };
}

function addId({ idAlias }: EventEntry, data: object): object | null {
  if (idAlias === undefined || Object.hasOwn(data, 'id') || !Object.hasOwn(data, idAlias)) {
    return null;
  }
  return { id: (data as Readonly<Record<string, unknown>>)[idAlias], ...data };
}

function violationsOf({ data: fields }: EventEntry, data: object): readonly FieldViolation[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const isThere = Object.hasOwn(data, name);
    const value = isThere ? (data as Readonly<Record<string, unknown>>)[name] : null;
    if (isThere ? field.accepts(value) : !field.required) return [];
    const rule = isThere ? 'type' : 'required';
    return [{ field: `data.${name}`, rule, limit: field.description, value }];
  });
}
