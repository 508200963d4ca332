import { isJsonObject, objectAt, type Json, type JsonObject } from '../json.js';
import { boundChanges } from './bound-changes.js';

/** Two JSON Schemas without references, the place that they stand at, and who writes their values. */
export interface Compared {
  readonly place: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** `input`: callers; `output`: the service. */
  readonly direction: 'input' | 'output';
}

/**
 * What breaks callers where a schema replaces another. Callers may send what they sent, and are answered what they know:
 * input may only become wider, and output only narrower or richer in properties.
 */
export function schemaChanges({ place, before, after, direction }: Compared): readonly string[] {
  const isInput = direction === 'input';
  const [narrow, wide] = isInput ? [before, after] : [after, before];
  return alternativesOf(narrow).flatMap((each) => {
    const compared = alternativesOf(wide).map((other) =>
      isInput
        ? alternativeChanges({ place, before: each, after: other, direction })
        : alternativeChanges({ place, before: other, after: each, direction }),
    );
    // The changes against the alternative that is most like it.
    return compared.toSorted((one, other) => one.length - other.length)[0] ?? [];
  });
}

/** `anyOf`, `oneOf` and lists of types alike: schemas of one type each, or of none. */
function alternativesOf(schema: JsonObject): readonly JsonObject[] {
  const { anyOf, oneOf, type } = schema;
  const alternatives = anyOf ?? oneOf;
  if (Array.isArray(alternatives)) return alternatives.filter(isJsonObject).flatMap(alternativesOf);
  return Array.isArray(type) ? type.map((each: Json) => ({ ...schema, type: each })) : [schema];
}

function alternativeChanges(compared: Compared): readonly string[] {
  const types = typeChanges(compared);
  // Schemas of different types have nothing else to compare.
  if (types.length > 0) return types;
  return [
    ...valueChanges(compared),
    ...(compared.direction === 'input' ? boundChanges(compared) : []),
    ...propertyChanges(compared),
    ...nestedChanges(compared),
  ];
}

function typeChanges({ place, before, after, direction }: Compared): readonly string[] {
  const [old, now] = [typeOf(before), typeOf(after)];
  const [narrow, wide] = direction === 'input' ? [old, now] : [now, old];
  if (wide === null || wide === narrow || (wide === 'number' && narrow === 'integer')) return [];
  return [`${place}: the type ${old ?? 'any'} became ${now ?? 'any'}`];
}

/** The type that a schema names, or that all its values have; null for any. */
function typeOf(schema: JsonObject): string | null {
  if (typeof schema['type'] === 'string') return schema['type'];
  const types = new Set(valuesOf(schema)?.map((value) => (value === null ? 'null' : typeof value)));
  return types.size === 1 ? ([...types][0] ?? null) : null;
}

function valueChanges({ place, before, after, direction }: Compared): readonly string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const [narrow, wide] = direction === 'input' ? [old, now] : [now, old];
  const what = direction === 'input' ? 'no longer takes' : 'may now be';
  if (wide === null) return [];
  if (narrow === null) return [`${place}: ${what} other values than ${JSON.stringify(wide)}`];
  return narrow
    .filter((value) => !wide.includes(value))
    .map((value) => `${place}: ${what} ${JSON.stringify(value)}`);
}

/** The values of `const` or `enum`; null for any. */
function valuesOf({ const: constant, enum: values }: JsonObject): readonly Json[] | null {
  if (constant !== undefined) return [constant];
  return Array.isArray(values) ? (values as readonly Json[]) : null;
}

function propertyChanges({ place, before, after, direction }: Compared): readonly string[] {
  const [old, now] = [objectAt(before, 'properties'), objectAt(after, 'properties')];
  const required = { before: requiredOf(before), after: requiredOf(after) };
  const removed = Object.keys(old)
    .filter((name) => !Object.hasOwn(now, name))
    .map((name) => `${place}.${name}: was removed`);
  const [must, had] =
    direction === 'input' ? [required.after, required.before] : [required.before, required.after];
  const became = direction === 'input' ? 'is required now' : 'may be missing now';
  const presence = must
    .filter((name) => !had.includes(name) && Object.hasOwn(now, name))
    .map((name) => `${place}.${name}: ${became}`);
  const isClosed =
    before['additionalProperties'] !== false && after['additionalProperties'] === false;
  const closed =
    direction === 'input' && isClosed ? [`${place}: takes no other properties now`] : [];
  return [...removed, ...presence, ...closed];
}

function requiredOf({ required }: JsonObject): readonly string[] {
  return Array.isArray(required) ? (required as readonly string[]) : [];
}

/** The properties that both have, their items, and the values under names that are the caller's. */
function nestedChanges({ place, before, after, direction }: Compared): readonly string[] {
  const [old, now] = [objectAt(before, 'properties'), objectAt(after, 'properties')];
  const shared = Object.keys(old).filter((name) => Object.hasOwn(now, name));
  const nested = [
    ...shared.map((name) => [`${place}.${name}`, old[name], now[name]] as const),
    [`${place}[]`, before['items'], after['items']] as const,
    [`${place}.*`, before['additionalProperties'], after['additionalProperties']] as const,
  ];
  return nested
    .filter(([, one, other]) => isJsonObject(one) || isJsonObject(other))
    .flatMap(([at, one, other]) =>
      schemaChanges({ place: at, before: objectAt(one), after: objectAt(other), direction }),
    );
}
