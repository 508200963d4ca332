import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutReferences } from '../../scripts/api-changes/without-references.js';
import type { JsonObject } from '../../scripts/json.js';
import type { Schema } from './schema.js';

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');

/** An operation that takes something, as the document describes it. */
export interface DescribedOperation {
  readonly id: string;
  readonly api: 'account' | 'customer' | 'internal';
  readonly method: string;
  /** `/v1/customer/organisations/{orgId}/security-policy` */
  readonly path: string;
  /** The parameters of the query as one object; null where there are none. */
  readonly query: Schema | null;
  readonly body: Schema | null;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly [DescribedOperation['api']];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: Schema } };
  };
}

/** Every operation that reads a query or a body. */
export function describedOperations(): readonly DescribedOperation[] {
  const document = withoutReferences(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as JsonObject);
  const { paths } = document as unknown as Document;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .map(([method, operation]) => described(path, method.toUpperCase(), operation))
      .filter(({ query, body }) => query !== null || body !== null),
  );
}

function described(
  path: string,
  method: string,
  { operationId, tags, parameters, requestBody }: Operation,
): DescribedOperation {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
  return {
    id: operationId,
    api: tags[0],
    method,
    path,
    query:
      inQuery.length === 0 ? null : { type: 'object', properties, additionalProperties: false },
    body: requestBody?.content['application/json'].schema ?? null,
  };
}
