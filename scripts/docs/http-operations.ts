import { BODY_LIMITS } from '../../packages/http/src/auth/gate.js';
import { errorTable } from '../../packages/http/src/errors/error-table.js';
import {
  commonHeadersOf,
  requestHeadersOf,
  statusHeadersOf,
} from '../../packages/http/src/openapi/headers-of.js';
import { reasonsOf } from '../../packages/http/src/openapi/reasons-of.js';
import { statusesOf, type AnyOperation } from '../../packages/http/src/operations/operation.js';
import { describeOperations } from '../../packages/http/src/operations/create-operations.js';
import {
  REQUEST_HEADERS,
  RESPONSE_HEADERS,
} from '../../packages/http/src/openapi/header-meanings.js';
import { describeApi } from '../../packages/http/src/openapi/index.js';
import { objectAt, type JsonObject } from '../json.js';
import { successesOf } from '../openapi-operations.js';
import { nested, recordSections, schemaText } from './schema-fields.js';
import { codes, table } from './table.js';

/** The services are asked only when a request comes. */
const operations = describeOperations();

const document = structuredClone(describeApi()) as JsonObject;

/** The records in `docs/http.md`: the bodies, and what stands in them. */
export const httpRecords = () => recordSections(document);

const APIS: Readonly<Record<AnyOperation['api'], string>> = {
  account: 'Account API',
  customer: 'Customer API',
  internal: 'Internal API',
};

/** The tables of headers in `docs/http.md`: one table for requests, one for answers. */
export function httpHeaders(): string {
  const rows = (meanings: Readonly<Record<string, string>>): string[][] =>
    Object.entries(meanings).map(([name, meaning]) => [codes([name]), meaning]);
  return [
    table(['In requests', 'Says'], rows(REQUEST_HEADERS)),
    table(['In answers', 'Says'], rows(RESPONSE_HEADERS)),
  ].join('\n\n');
}

/** The operations in `docs/http.md`: one section for each, in the order of the operation table. */
export function httpOperations(): string {
  return Object.entries(APIS)
    .flatMap(([api, title]) => {
      const ofApi = operations.filter((operation) => operation.api === api);
      return [`## ${title}`, ...ofApi.map(operationOf)];
    })
    .join('\n\n');
}

function operationOf(operation: AnyOperation): string {
  const { method, summary } = operation;
  const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
  const described = objectAt(document, 'paths', path, method.toLowerCase());
  return [
    `### ${method} ${path}`,
    summary,
    [
      `- Scope: ${scopeOf(operation)}`,
      ...queryOf(operation, described),
      ...bodyOf(operation, described),
      ...answersOf(described),
      `- Headers of the request: ${codes(requestHeadersOf(operation))}`,
      `- Headers of every answer: ${codes(commonHeadersOf(operation))}`,
    ].join('\n'),
    table(['Status', 'Code', 'Reasons', 'More headers'], statusRows(operation)),
  ].join('\n\n');
}

function scopeOf({ api, scope }: AnyOperation): string {
  if (scope === null) return 'none';
  return `${codes([scope])}${api === 'account' ? ', where the host asks for scopes' : ''}`;
}

function queryOf({ query }: AnyOperation, described: JsonObject): readonly string[] {
  if (query === null) return ['- Query: not looked at'];
  const parameters = (described['parameters'] as readonly JsonObject[]).map((parameter) =>
    referenced(parameter),
  );
  const lines = Object.keys(query.shape).map((name) => {
    const { schema, description } = parameters.find((each) => each['name'] === name) ?? {};
    const meaning = typeof description === 'string' ? `. ${description}` : '';
    return nested(`- \`${name}\`: ${schemaText(document, schema).type}${meaning}`);
  });
  return ['- Query:', ...lines];
}

function referenced(value: JsonObject): JsonObject {
  const { $ref: reference } = value;
  if (typeof reference !== 'string') return value;
  return objectAt(document, ...reference.split('/').slice(1));
}

function bodyOf({ api, body }: AnyOperation, described: JsonObject): readonly string[] {
  if (body === null) return ['- Body: not read'];
  const content = objectAt(described, 'requestBody', 'content', 'application/json');
  const { type, fields } = schemaText(document, content['schema']);
  const limit = `at most ${String(BODY_LIMITS[api] / 1024)} KiB`;
  return [`- Body: JSON, ${limit}: ${type}`, ...fields.map(nested)];
}

function answersOf(described: JsonObject): readonly string[] {
  return [...successesOf({ name: '', operation: described })].flatMap(([status, schema]) => {
    if (Object.keys(schema).length === 0) return [`- Answer ${status}: no body`];
    const { type, fields } = schemaText(document, schema);
    return [`- Answer ${status}: ${type}`, ...fields.map(nested)];
  });
}

/** The successes, and then the errors by status and code. */
function statusRows(operation: AnyOperation): string[][] {
  const reasons = reasonsOf(operation);
  const errors = [...new Set(reasons.map((reason) => errorTable[reason]))];
  const kinds = new Map(
    errors.map(({ status, code }) => [`${String(status)} ${code}`, { status, code }]),
  );
  return [
    ...statusesOf(operation).map((status) => [
      String(status),
      '',
      '',
      codes(statusHeadersOf(operation, status)),
    ]),
    ...[...kinds.values()]
      .toSorted((a, b) => a.status - b.status)
      .map(({ status, code }) => [
        String(status),
        codes([code]),
        codes(reasons.filter((reason) => isOf(errorTable[reason], status, code))),
        codes(statusHeadersOf(operation, status)),
      ]),
  ];
}

function isOf(row: { status: number; code: string }, status: number, code: string): boolean {
  return row.status === status && row.code === code;
}
