import type { FieldViolation } from '@stepward/core';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Broken = Pick<FieldViolation, 'rule' | 'limit'>;

/**
 * Lists every rule that a body breaks, in Stepward's own words. No text of zod is returned, so a new version of zod
 * changes no answer. Values are not repeated: one of them may be a code. A schema that refines a value says what it
 * allows in its message.
 */
export function violationsOf(
  { issues }: Pick<z.ZodError, 'issues'>,
  body: unknown,
): readonly FieldViolation[] {
  return issues.flatMap((issue): readonly FieldViolation[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => unknownField([...path, key].join('.')));
    }
    const field = path.length === 0 ? 'body' : path.join('.');
    return [{ field, ...brokenBy(issue, isMissing(body, issue.path)), value: null }];
  });
}

function unknownField(field: string): FieldViolation {
  return { field, rule: 'unknown_field', limit: null, value: null };
}

function brokenBy(issue: Issue, isAbsent: boolean): Broken {
  switch (issue.code) {
    case 'invalid_type':
      return {
        rule: isAbsent ? 'required' : 'type',
        limit: TYPES[issue.expected] ?? 'another type',
      };
    case 'too_small':
      return sized(issue.origin, 'minimum', issue.minimum, 'at least');
    case 'too_big':
      return sized(issue.origin, 'maximum', issue.maximum, 'at most');
    case 'invalid_value':
      return { rule: isAbsent ? 'required' : 'one_of', limit: issue.values.map(String) };
    case 'custom':
      return { rule: 'text', limit: issue.message };
    case 'invalid_format':
      return isTime(issue)
        ? { rule: 'date_time', limit: issue.format === 'moment' ? issue.message : TIME }
        : { rule: 'text', limit: FORMATS[issue.format] ?? 'another form' };
    case 'not_multiple_of':
      return { rule: 'type', limit: `a multiple of ${String(issue.divisor)}` };
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
      return { rule: isAbsent ? 'required' : 'type', limit: 'another type' };
  }
}

/** The JSON types by their names in zod. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  int: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  record: 'object',
  null: 'null',
};

const TIME = 'ISO 8601, with Z or an offset';

/** `moment` is our own type for times, which describes its own format. */
function isTime({ format }: { readonly format: string }): boolean {
  return format === 'datetime' || format === 'moment';
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'ISO 8601, a date',
  url: 'a URL',
  uuid: 'a UUID',
};

function sized(
  origin: string,
  rule: 'minimum' | 'maximum',
  bound: number | bigint,
  words: string,
): Broken {
  const limit = Number(bound);
  if (origin === 'string') return { rule: 'text', limit: `${words} ${String(limit)} characters` };
  return { rule, limit: origin === 'array' ? `${words} ${String(limit)} items` : limit };
}

/** Whether the caller omitted a field, as opposed to sending null. */
function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value: unknown = body;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value === undefined;
}
