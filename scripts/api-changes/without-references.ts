import { isJsonObject, objectAt, type Json, type JsonObject } from '../json.js';

/** A document with each local `$ref` replaced by what it names, and each `allOf` by its parts as one schema. */
export function withoutReferences(document: JsonObject): JsonObject {
  function resolve(value: Json | undefined, within: readonly string[]): Json | undefined {
    if (Array.isArray(value)) return value.map((each: Json) => resolve(each, within) ?? null);
    if (!isJsonObject(value)) return value;
    const { $ref: reference, allOf, ...rest } = value;
    if (typeof reference === 'string') {
      // A schema that names itself ends here.
      if (within.includes(reference)) return {};
      return resolve(objectAt(document, ...pathOf(reference)), [...within, reference]);
    }
    const entries = Object.entries(rest).map(([name, each]) => [name, resolve(each, within)]);
    const own = Object.fromEntries(entries) as JsonObject;
    if (!Array.isArray(allOf)) return own;
    return allOf
      .map((part: Json) => resolve(part, within))
      .filter(isJsonObject)
      .reduce(merged, own);
  }
  return objectAt(resolve(document, []));
}

/** `#/components/schemas/Problem` → its names. */
function pathOf(reference: string): readonly string[] {
  const names = reference.replace(/^#\//, '').split('/');
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A schema that demands what both demand; the later one narrows a property that both have. */
function merged(one: JsonObject, other: JsonObject): JsonObject {
  const [properties, more] = [objectAt(one, 'properties'), objectAt(other, 'properties')];
  const shared = Object.keys(more).map((name) => [
    name,
    { ...objectAt(properties, name), ...objectAt(more, name) },
  ]);
  const required: readonly Json[] = [one['required'] ?? [], other['required'] ?? []].flat();
  return {
    ...one,
    ...other,
    properties: { ...properties, ...(Object.fromEntries(shared) as JsonObject) },
    required,
  };
}
