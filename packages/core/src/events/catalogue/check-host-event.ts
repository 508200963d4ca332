import { sameJson } from '../../shared/same-json.js';
import { EVENT_TYPES } from './catalogue.js';
import { checkEventData } from './check-event-data.js';
import type { DataSchema } from './data-schema.js';
import type { EventDefinition } from './define-event.js';
import { canonicalName } from './event-names.js';
import { OWN_EVENT_TYPES } from './own-events.js';

/**
 * Tells what is wrong with a host's own event, starting with its name; null where nothing is.
 *
 * @param definition what the host handed over, of whatever type
 */
export function faultOfHostEvent(name: string, definition: unknown): string | null {
  const faultOfName = checkName(name);
  if (faultOfName !== null) return `${name} ${faultOfName}`;
  if (!isDefinition(definition)) {
    return `${name} must be what defineEvent returns: { description, data, example }`;
  }
  const faultOfSchema = checkSchema(definition.data);
  if (faultOfSchema !== null) return `the data of ${name} ${faultOfSchema}`;
  const faultOfExample = checkExample(definition);
  return faultOfExample === null ? null : `the example of ${name} ${faultOfExample}`;
}

const NAME = /^(?=.{1,100}$)[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/;

/** A prefix such as `mfa.`. */
const RESERVED = [...new Set(OWN_EVENT_TYPES.map((type) => type.replace(/\..*/, '.')))];

function checkName(name: string): string | null {
  const canonical = canonicalName(name);
  if (canonical === name) return 'is in the catalogue, which cannot be redefined';
  if (canonical !== null) return `is the legacy name of ${canonical}`;
  if (!NAME.test(name)) {
    return `is not a name of an event, such as ${EVENT_TYPES[0]}: at most 100 characters, lower-case words with digits and underscores, joined by dots`;
  }
  const prefix = RESERVED.find((each) => name.startsWith(each));
  return prefix === undefined ? null : `is reserved: ${prefix}* are Stepward's own events`;
}

function isDefinition(value: unknown): value is EventDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { description, data, example, ...others } = value as Partial<EventDefinition>;
  const isDescribed = typeof description === 'string' && description !== '';
  return isDescribed && Boolean(data) && Boolean(example) && Object.keys(others).length === 0;
}

const NOT_A_SCHEMA =
  'must be an object schema that follows Standard Schema and Standard JSON Schema, such as z.object({ … }) of zod 4.2 or newer';

function checkSchema(schema: Partial<DataSchema>): string | null {
  const { validate, jsonSchema } = schema['~standard'] ?? {};
  if (validate === undefined || jsonSchema === undefined) return NOT_A_SCHEMA;
  try {
    const taken = jsonSchema.input(DRAFT);
    if (taken['type'] !== 'object') return NOT_A_SCHEMA;
    return sameJson(withoutStrictness(taken), withoutStrictness(jsonSchema.output(DRAFT)))
      ? null
      : 'must not change what it checks: no transform and no default';
  } catch (error) {
    return `cannot be described in JSON Schema: ${messageOf(error)}`;
  }
}

const DRAFT = { target: 'draft-2020-12' } as const;

/** What comes out of a schema has no other fields, even where they may go in. */
function withoutStrictness(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'additionalProperties' && value === false ? undefined : value,
  );
}

function checkExample(definition: EventDefinition): string | null {
  try {
    const example: unknown = JSON.parse(JSON.stringify(definition.example));
    const [violation] = checkEventData(definition, example).violations;
    if (violation === undefined) return null;
    return `does not fit its data: ${violation.field}: ${String(violation.limit)}`;
  } catch (error) {
    return `cannot be checked: ${messageOf(error)}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
