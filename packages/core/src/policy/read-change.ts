import { ok } from 'neverthrow';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import { sameJson } from '../shared/same-json.js';
import type { BrokenRule, RecordField } from '../shared/checks/record-field.js';

/** A field that a body may set, by either of its names. */
export interface ChangeableField<Value = unknown> {
  readonly wireName: string;
  readonly type: RecordField<Value>;
}

/** A parsed body: the values that it sets, and its violations. */
export interface ReadChange<Name extends string, Value = unknown> {
  /** The valid values by camelCase name; null clears. */
  readonly values: ReadonlyMap<Name, Value | null>;
  /** The caller's spelling of each field it names. */
  readonly spelling: ReadonlyMap<Name, string>;
  readonly violations: readonly FieldViolation[];
}

/**
 * Reads a partial record, its fields by camelCase or snake_case names (specification,
 * "Versioning" rule 2). All violations are listed; `ignored` keys are allowed and have no effect.
 */
export function readChange<Name extends string, Value>(
  fields: Readonly<Record<Name, ChangeableField<Value>>>,
  body: object,
  ignored: readonly string[],
): ReadChange<Name, Value> {
  const names = namesOf(fields);
  const values = new Map<Name, Value | null>();
  const spelling = new Map<Name, string>();
  const violations: FieldViolation[] = [];

  for (const [key, value] of Object.entries(body) as readonly (readonly [string, unknown])[]) {
    if (ignored.includes(key)) continue;
    const name = names.get(key);
    if (name === undefined) {
      // The value of an unknown key may be a password or a code, so it is not repeated.
      violations.push({ field: key, rule: 'unknown_field', limit: null, value: null });
      continue;
    }
    const earlier = spelling.get(name);
    if (earlier !== undefined) {
      const other = (body as Record<string, unknown>)[earlier];
      if (!sameJson(other, value)) violations.push(contradiction(earlier, key, [other, value]));
      continue;
    }
    spelling.set(name, key);
    const read = value === null ? ok(null) : fields[name].type.read(value);
    if (read.isErr()) violations.push(violationOf(key, read.error, value));
    else values.set(name, read.value);
  }
  return { values, spelling, violations };
}

/** A violation of a rule of the field's type. */
export function violationOf(field: string, broken: BrokenRule, value: unknown): FieldViolation {
  return { field, rule: broken.rule, limit: broken.limit, value };
}

function contradiction(first: string, second: string, values: unknown): FieldViolation {
  return { field: `${first}, ${second}`, rule: 'contradiction', limit: null, value: values };
}

/** Both spellings of every field. A map: inherited names such as `constructor` are not fields. */
function namesOf<Name extends string>(
  fields: Readonly<Record<Name, ChangeableField>>,
): ReadonlyMap<string, Name> {
  const names = new Map<string, Name>();
  for (const name of Object.keys(fields) as Name[]) {
    names.set(name, name).set(fields[name].wireName, name);
  }
  return names;
}
