import { isJsonObject, objectAt, type Json, type JsonObject } from './json.js';

/** An operation of an OpenAPI document. */
export interface DocumentedOperation {
  /** For example `GET /v1/account/mfa`. */
  readonly name: string;
  readonly operation: JsonObject;
}

const METHODS: readonly string[] = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

/** Every operation of a document, in its order. */
export function documentedOperations(document: JsonObject): readonly DocumentedOperation[] {
  return Object.keys(objectAt(document, 'paths')).flatMap((path) =>
    Object.entries(objectAt(document, 'paths', path))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({
        name: `${method.toUpperCase()} ${path}`,
        operation: isJsonObject(operation) ? operation : {},
      })),
  );
}

/** The statuses of success that an operation has, with the schema of each. */
export function successesOf({ operation }: DocumentedOperation): ReadonlyMap<string, JsonObject> {
  const responses = objectAt(operation, 'responses');
  const statuses = Object.keys(responses).filter((status) => status.startsWith('2'));
  return new Map(
    statuses.map((status) => [
      status,
      objectAt(responses, status, 'content', 'application/json', 'schema'),
    ]),
  );
}

/** The reasons that an operation can be refused for. */
export function reasonsOf({ operation }: DocumentedOperation): readonly string[] {
  const responses = objectAt(operation, 'responses');
  return Object.keys(responses).flatMap((status) => {
    const schema = objectAt(responses, status, 'content', 'application/problem+json', 'schema');
    const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as readonly Json[]) : [schema];
    return parts.flatMap((part) => {
      const reasons = objectAt(part, 'properties', 'reason')['enum'];
      return Array.isArray(reasons) ? (reasons as readonly string[]) : [];
    });
  });
}
