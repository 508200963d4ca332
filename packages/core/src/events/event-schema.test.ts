import { describe, expect, it } from 'vitest';
import { SPECIFIED_FIELDS } from '../../test/event-catalogue-table.js';
import { EVENT_TYPES } from './catalogue.js';
import { eventSchema } from './event-schema.js';

/** What the kinds of the specification are in JSON Schema. */
function schemaOf(kind: string): unknown {
  switch (kind) {
    case 'string':
      return { type: 'string' };
    case 'id':
      return { type: 'string', minLength: 1 };
    case 'timestamp':
      return { type: 'string', format: 'date-time' };
    case 'boolean':
      return { type: 'boolean' };
    case 'string[]':
      return { type: 'array', items: { type: 'string' } };
    case 'name': {
      const properties = { first: { type: 'string' }, last: { type: 'string' } };
      const parts = { type: 'object', properties, required: ['first', 'last'] };
      return { oneOf: [{ type: 'string' }, parts] };
    }
    default:
      return { enum: kind.split('|') };
  }
}

describe('the JSON Schema of an event', () => {
  it.each(EVENT_TYPES)('says of %s what the specification says', (type) => {
    const fields = SPECIFIED_FIELDS.filter((field) => field.type === type);
    expect(eventSchema(type)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: type,
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, kind }) => [name, schemaOf(kind)])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    });
  });

  it('can be written as JSON', () => {
    const schema = eventSchema('user.created');
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
