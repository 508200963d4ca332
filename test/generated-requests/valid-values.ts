import fc from 'fast-check';
import type { Schema } from './schema.js';

/** Values that fit a schema. What only a service can judge, such as a URL that may be called, is its example. */
export function validValues(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(validValues));
  switch (schema.type) {
    case 'object':
      return objects(schema);
    case 'array':
      return (schema.uniqueItems === true ? fc.uniqueArray : fc.array)(
        validValues(schema.items ?? {}),
        {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 4, 4),
        },
      );
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1e6, 1e12) });
    case 'null':
      return fc.constant(null);
    case 'string':
      return texts(schema);
    case undefined:
      return fc.jsonValue({ maxDepth: 1 });
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

function objects({ properties = {}, required = [], examples }: Schema): fc.Arbitrary<unknown> {
  if (Object.keys(properties).length === 0) return fc.constantFrom(...(examples ?? [{}]));
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, validValues(field)]),
    ),
    { requiredKeys: [...required] },
  );
}

function texts({ format, pattern, minLength = 0, maxLength = 40, examples }: Schema) {
  if (examples !== undefined) return fc.constantFrom(...examples);
  if (format === 'uri') return fc.constant('https://hooks.test/in');
  if (format === 'date-time' || format === 'date') {
    return fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, format === 'date' ? 10 : undefined));
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) });
}
