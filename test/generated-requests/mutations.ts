import type { Schema } from './schema.js';

/** One change that makes a fitting object wrong, and the field that the answer has to name. */
export interface Mutation {
  readonly name: string;
  readonly field: string;
  apply(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

const OTHER_TYPE = 'has another type';

/** A name that no schema has. */
const STRANGER = 'stranger';

/**
 * Every change of one field that the schema forbids. In a query every value is a string, so no string is of another
 * type.
 */
export function mutationsOf(schema: Schema, part: 'query' | 'body'): readonly Mutation[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  return [
    ...required.map((field) => mutation(field, 'is missing', ({ [field]: _, ...rest }) => rest)),
    ...(additionalProperties === false ? [replacing(STRANGER, 'is unknown', 1)] : []),
    ...Object.entries(properties).flatMap(([field, type]) =>
      wrongValuesFor(type)
        .filter(([what]) => part === 'body' || type.type !== 'string' || what !== OTHER_TYPE)
        .map(([what, value]) => replacing(field, what, value)),
    ),
  ];
}

function mutation(field: string, what: string, apply: Mutation['apply']): Mutation {
  return { name: `${field} ${what}`, field, apply };
}

function replacing(field: string, what: string, value: unknown): Mutation {
  return mutation(field, what, (fields) => ({ ...fields, [field]: value }));
}

type Wrong = readonly [what: string, value: unknown];

/** Values beside the schema: of another type, outside the bounds, of another form. */
function wrongValuesFor(schema: Schema): readonly Wrong[] {
  if (schema.anyOf !== undefined) {
    const [first = {}] = schema.anyOf.filter(({ type }) => type !== 'null');
    return wrongValuesFor(first).filter(([, value]) => value !== null);
  }
  const { type, enum: words, minimum, maximum, minLength = 0, maxLength } = schema;
  const otherType: Wrong = [OTHER_TYPE, type === 'object' ? 'text' : { a: 1 }];
  return [
    ...(type === undefined && words === undefined ? [] : [otherType]),
    ...(words === undefined ? [] : [['is an unknown word', 'no-such-word'] as const]),
    ...(minimum === undefined ? [] : [['is too small', minimum - 1] as const]),
    ...(maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
      ? []
      : [['is too large', maximum + 1] as const]),
    ...(minLength > 0 ? [['is empty', ''] as const] : []),
    ...(maxLength === undefined ? [] : [['is too long', 'x'.repeat(maxLength + 1)] as const]),
    ...(schema.format === 'date-time' ? [['is no time', 'yesterday'] as const] : []),
    ...(type === 'array' && (schema.minItems ?? 0) > 0 ? [['is empty', []] as const] : []),
    ...(type === 'array' ? [['holds another type', [{ a: 1 }]] as const] : []),
  ];
}
