import { err, ok, type Result } from 'neverthrow';
import { hasMoment } from '../duration.js';
import type { FieldViolation, ViolationRule } from './field-violation.js';
import { parseIsoMoment } from '../iso-moment.js';
import { printable } from '../printable.js';

/** A rule that an input breaks. */
export interface BrokenRule {
  readonly rule: ViolationRule;
  /** What the rule allows, see {@link FieldViolation.limit}. */
  readonly limit: FieldViolation['limit'];
}

/** What a value is, as JSON Schema (draft 2020-12) says it. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** A field of a record that callers write: how documents describe it, and how it is read. */
export interface RecordField<T> {
  readonly schema: FieldSchema;
  /** Whether a violation must not repeat the value; false. */
  readonly isSecret?: boolean;
  /** The value to store, or the rule that the input breaks. */
  read(input: unknown): Result<T, BrokenRule>;
}

/** The fields of a record, by their names on the wire. */
export type RecordFields<T> = { readonly [Name in keyof T]: RecordField<T[Name]> };

/**
 * Reads a record. A field that is left out has the value of `base`; one that `base` lacks is required. All violations
 * are listed, unknown fields among them.
 */
export function readRecord<T extends object>(
  fields: RecordFields<T>,
  input: object,
  base: Partial<T>,
): Result<T, readonly FieldViolation[]> {
  const violations: FieldViolation[] = Object.keys(input)
    .filter((key) => !Object.hasOwn(fields, key))
    // The value of an unknown key may be a password or a code, so it is not repeated.
    .map((field) => ({ field, rule: 'unknown_field', limit: null, value: null }));
  const values: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T & string)[]) {
    const value: unknown = (input as Partial<T>)[name];
    const read = value === undefined ? leftOut(fields[name], name, base) : fields[name].read(value);
    const shown = fields[name].isSecret === true ? null : (value ?? null);
    if (read.isErr()) violations.push({ field: name, ...read.error, value: shown });
    else values[name] = read.value;
  }
  return violations.length === 0 ? ok(values as T) : err(violations);
}

function leftOut<T, Name extends keyof T>(
  { schema: { type } }: RecordField<T[Name]>,
  name: Name,
  base: Partial<T>,
): Result<T[Name], BrokenRule> {
  return name in base
    ? ok(base[name] as T[Name])
    : err({ rule: 'required', limit: typeof type === 'string' ? type : null });
}

/** A string of `min` to `max` Unicode code points, without control characters. */
export function textField(min: number, max: number): RecordField<string> {
  const accepts = printable(min, max);
  const length = min === 0 ? `at most ${String(max)}` : `${String(min)} to ${String(max)}`;
  const limit = `${length} characters, no control characters`;
  return {
    schema: { type: 'string', minLength: min, maxLength: max },
    read: (input) => (accepts(input) ? ok(input) : err({ rule: 'text', limit })),
  };
}

/** One of the known values. */
export function wordField<Word extends string>(words: readonly Word[]): RecordField<Word> {
  return {
    schema: { type: 'string', enum: words },
    read(input) {
      const word = words.find((known) => known === input);
      return word === undefined ? err({ rule: 'one_of', limit: words }) : ok(word);
    },
  };
}

/** An integer from `min` to `max`, both included. */
export function integerField(min: number, max: number): RecordField<number> {
  return {
    schema: { type: 'integer', minimum: min, maximum: max },
    read(input) {
      if (typeof input !== 'number' || !Number.isSafeInteger(input)) {
        return err({ rule: 'type', limit: 'integer' });
      }
      if (input < min) return err({ rule: 'minimum', limit: min });
      // JSON has a negative zero, which is 0.
      return input > max ? err({ rule: 'maximum', limit: max }) : ok(input + 0);
    },
  };
}

/** How long an old secret stays valid: a whole number from 0 to `maximum`. */
export function overlapField(maximum: number): RecordField<number> {
  return {
    schema: { type: 'integer', minimum: 0, maximum },
    read: (input) =>
      Number.isInteger(input) && Number(input) >= 0 && Number(input) <= maximum
        ? ok(Number(input))
        : err({ rule: 'overlap', limit: `integer, 0 to ${String(maximum)}` }),
  };
}

export const booleanField: RecordField<boolean> = {
  schema: { type: 'boolean' },
  read: (input) =>
    typeof input === 'boolean' ? ok(input) : err({ rule: 'type', limit: 'boolean' }),
};

/** A time as ISO 8601 text, with a time and a zone, or as a `Date`; in the years 0000 to 9999 in UTC. */
export const timeField: RecordField<Date> = {
  schema: { type: 'string', format: 'date-time' },
  read(input) {
    const time = parseIsoMoment(hasMoment(input) ? input.toISOString() : input);
    return time === null ? err({ rule: 'date_time', limit: TIME_LIMIT }) : ok(time);
  },
};

const TIME_LIMIT = 'ISO 8601 with a time and a zone, in the years 0000 to 9999 in UTC';

/** The same field, which may be null as well. */
export function nullable<T>(field: RecordField<T>): RecordField<T | null> {
  return {
    schema: { anyOf: [field.schema, { type: 'null' }] },
    read: (input) => (input === null ? ok(null) : field.read(input)),
  };
}
