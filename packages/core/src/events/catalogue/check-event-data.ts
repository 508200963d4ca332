import type { FieldViolation } from '../../shared/checks/field-violation.js';
import { isRecord, memberOf } from './data-path.js';
import type { SchemaIssue } from './data-schema.js';
import type { EventDefinition } from './define-event.js';

/** What the check of an event's data needs of its definition. */
export type CheckedDefinition = Pick<EventDefinition, 'data'> & { readonly idAlias?: string };

/** What a look at an event's data found. */
export interface CheckedEventData {
  readonly violations: readonly FieldViolation[];
  /** The data with `id` added, where it came under its other name; null where it stays as it was. */
  readonly amended: object | null;
}

/**
 * Checks data, fresh from JSON, against the definition of its event. Data is delivered as it came, so a value that
 * the schema would change is a violation as well.
 *
 * @throws TypeError where the schema checks asynchronously.
 */
export function checkEventData(
  { data: schema, idAlias }: CheckedDefinition,
  data: unknown,
): CheckedEventData {
  const amended = idAlias === undefined ? null : addId(idAlias, data);
  const checked = amended ?? data;
  const result = schema['~standard'].validate(checked);
  if (result instanceof Promise) throw new TypeError('its schema has asynchronous checks');
  if (result.issues === undefined) {
    const path = changedPath(checked, result.value);
    const violations = path === null ? [] : [violationAt(checked, path, UNCHANGED)];
    return { violations, amended };
  }
  return { violations: result.issues.map((issue) => violationOf(checked, issue)), amended };
}

const UNCHANGED = 'a value that the schema leaves as it is';

function addId(idAlias: string, data: unknown): object | null {
  if (!isRecord(data) || Object.hasOwn(data, 'id') || !Object.hasOwn(data, idAlias)) return null;
  return { id: data[idAlias], ...data };
}

function violationOf(data: unknown, { message, path = [] }: SchemaIssue): FieldViolation {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return violationAt(data, keys, message);
}

function violationAt(data: unknown, path: readonly string[], limit: string): FieldViolation {
  const field = ['data', ...path].join('.');
  const value = path.reduce(memberOf, data);
  return value === undefined
    ? { field, rule: 'required', limit, value: null }
    : { field, rule: 'type', limit, value };
}

/** The path of the first value that differs; null where fields were dropped at most. */
function changedPath(before: unknown, after: unknown): readonly string[] | null {
  if (before === after) return null;
  if (!isRecord(before) || !isRecord(after)) return [];
  for (const [key, value] of Object.entries(after)) {
    const path = changedPath(memberOf(before, key), value);
    if (path !== null) return [key, ...path];
  }
  return null;
}
