import type { EventType } from './catalogue.js';
import { entryOf } from './event-entry.js';
import type { OwnEventType } from './own-events.js';

/** The JSON Schema (draft 2020-12) of an event's data, as it is delivered. */
export function eventSchema(type: EventType | OwnEventType): object {
  const { data } = entryOf(type);
  const fields = Object.entries(data);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
  };
}
