import { EVENT_CATALOGUE, type EventType } from './catalogue.js';
import type { EventEntry } from './define-event.js';

/** The JSON Schema (draft 2020-12) of an event's data, as it is delivered. */
export function eventSchema(type: EventType): object {
  const { data } = EVENT_CATALOGUE[type] as EventEntry;
  const fields = Object.entries(data);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type,
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
  };
}
