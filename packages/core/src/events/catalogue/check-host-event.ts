import { isFunction, isObject } from '../../shared/checks/check-options.js';
import { sameJson } from '../../shared/same-json.js';
import { EVENT_TYPES } from './catalogue.js';
import { checkEventData } from './check-event-data.js';
import { keyAt } from './data-path.js';
import type { DataSchema } from './data-schema.js';
import type { EventDefinition } from './define-event.js';
import { datesOf, isDay, takeDown, type VersionSteps } from './event-versions.js';
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
    return `${name} must be what defineEvent returns: { description, data, example }, or { description, versions, down, example }`;
  }
  const { data, example, versions, down, orderingKey } = definition;
  const faultOfData =
    versions === undefined || down === undefined
      ? checkData(name, data, () => example)
      : checkVersions(name, { versions, down }, example);
  return faultOfData ?? checkOrderingKey(name, orderingKey, example);
}

/** @param of the event, with its version if it has one */
function checkData(of: string, schema: DataSchema, exampleOf: () => unknown): string | null {
  const faultOfSchema = checkSchema(schema);
  if (faultOfSchema !== null) return `the data of ${of} ${faultOfSchema}`;
  const faultOfExample = checkExample(schema, exampleOf);
  return faultOfExample === null ? null : `the example of ${of} ${faultOfExample}`;
}

/** A path that leads nowhere in the example is misspelt, and its events would come in any order. */
function checkOrderingKey(name: string, path: unknown, example: unknown): string | null {
  if (path === undefined) return null;
  const isPath = typeof path === 'string' && keyAt(path, example) !== null;
  return isPath
    ? null
    : `orderingKey of ${name} must be the path to a text or a number in its example, such as customer.id`;
}

const MAX_VERSIONS = 20;

/** The example must come down to each version, and fit it. */
function checkVersions(name: string, steps: VersionSteps, example: unknown): string | null {
  const dates = datesOf(steps.versions);
  const newest = dates.at(-1);
  if (newest === undefined || dates.length > MAX_VERSIONS || !dates.every(isDay)) {
    return `the versions of ${name} must be 1 to ${String(MAX_VERSIONS)} schemas, each by a date such as 2026-11-01`;
  }
  const needed = dates.slice(1);
  if (
    !sameJson(Object.keys(steps.down).toSorted(), needed) ||
    !Object.values(steps.down).every(isFunction)
  ) {
    const wanted =
      needed.length === 0 ? 'no function' : `a function for each of ${needed.join(', ')}`;
    return `down of ${name} must have ${wanted}, and no other`;
  }
  for (const date of dates.toReversed()) {
    const schema = steps.versions[date] as DataSchema;
    const exampleOf = () => takeDown(steps, structuredClone(example), [newest, date]);
    const fault = checkData(`${name} ${date}`, schema, exampleOf);
    if (fault !== null) return fault;
  }
  return null;
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
  const { description, data, example, versions, down, orderingKey, ...others } =
    value as Partial<EventDefinition>;
  const isDescribed = typeof description === 'string' && description !== '';
  const hasData = versions === undefined && down === undefined && Boolean(data);
  const hasVersions = isObject(versions) && isObject(down);
  const isComplete = isDescribed && (hasData || hasVersions) && Boolean(example);
  return isComplete && Object.keys(others).length === 0;
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

function checkExample(data: DataSchema, exampleOf: () => unknown): string | null {
  try {
    const example: unknown = JSON.parse(JSON.stringify(exampleOf()));
    const [violation] = checkEventData({ data }, example).violations;
    if (violation === undefined) return null;
    return `does not fit its data: ${violation.field}: ${String(violation.limit)}`;
  } catch (error) {
    return `cannot be checked: ${messageOf(error)}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
