/** JSON as scripts read it. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Whether a value is an object, and neither null nor a list. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a path of names; an empty one where there is none. */
export function objectAt(value: Json | undefined, ...path: readonly string[]): JsonObject {
  const found = path.reduce<Json | undefined>(
    (each, name) => (isJsonObject(each) ? each[name] : undefined),
    value,
  );
  return isJsonObject(found) ? found : {};
}
