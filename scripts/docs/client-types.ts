/** What `@stepward/client` knows of the API, generated from the OpenAPI document. */
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { objectAt, type Json, type JsonObject } from '../json.js';
import { documentedOperations, successesOf } from '../openapi-operations.js';

const HEAD = 'Generated from docs/openapi.json by scripts/generate-client.ts.';

/** The types of every operation. Those of webhooks are `@stepward/receiver`'s. */
export async function clientTypes(document: JsonObject): Promise<string> {
  const { webhooks: _, ...withoutWebhooks } = document;
  const nodes = await openapiTS(withoutWebhooks as unknown as OpenAPI3);
  return `/** ${HEAD} */\n\n${astToString(nodes)}`;
}

/** The objects and constants that each success of each operation has. */
export function clientSuccesses(document: JsonObject): string {
  const successes = documentedOperations(document).map((each) => [
    each.name,
    Object.fromEntries(
      [...successesOf(each)].map(([status, schema]) => [status, skeletonOf(schema)]),
    ),
  ]);
  const table = JSON.stringify(Object.fromEntries(successes));
  const type = 'Readonly<Record<string, Readonly<Record<number, object>>>>';
  return `/**\n * ${HEAD}\n * Operation → status → the objects and constants that every such answer has.\n */\nexport const SUCCESSES: ${type} = ${table};\n`;
}

/** What of a schema is the same in every value: required objects, and constants in them. */
function skeletonOf(schema: JsonObject): JsonObject {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fixed = required.flatMap((name: string): [string, Json][] => {
    const property = objectAt(schema, 'properties', name);
    if (property['const'] !== undefined) return [[name, property['const']]];
    return property['type'] === 'object' ? [[name, skeletonOf(property)]] : [];
  });
  return Object.fromEntries(fixed);
}
