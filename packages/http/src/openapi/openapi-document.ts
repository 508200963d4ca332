import type { EventDescription } from '@stepward/core';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import type { ApiName } from '../api.js';
import { errorTable } from '../errors/error-table.js';
import { commonHeadersOf, statusHeadersOf } from './headers-of.js';
import { takesIdempotencyKey } from '../idempotency/read-idempotency-key.js';
import type { AnyOperation } from '../operations/operation.js';
import { LINES_MEDIA_TYPE } from '../request/accepts-lines.js';
import { problemWith } from '../errors/problem.js';
import { reasonsOf, refusalNamesOf } from './reasons-of.js';
import { describeDelivery } from './asyncapi-document.js';
import { exampleOf } from './example-of.js';
import { REQUEST_HEADERS, RESPONSE_HEADERS } from './header-meanings.js';
import { DOCUMENT_PATH } from './document-path.js';
import { createSchemaNames, type SchemaNames } from './name-schemas.js';
import { problemSchema } from './problem-schema.js';
import { shareParts, type NamedPart, type SharedParts } from './shared-parts.js';

type Json = Readonly<Record<string, unknown>>;
type Reason = ReturnType<typeof reasonsOf>[number];

/** The OpenAPI 3.1 document of the API, with the events as its webhooks. */
export function openApiDocument(
  operations: readonly AnyOperation[],
  events: readonly EventDescription[],
): Json {
  const names = createSchemaNames();
  const described = operations.map((operation) => operationOf(operation, names));
  const parameters = shareParts(
    'parameters',
    described.flatMap((each) => each.parameters),
  );
  const responses = shareParts(
    'responses',
    described.flatMap((each) => Object.values(each.refusals)),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Stepward',
      version: packageJson.version,
      summary: 'Second factors, organisation security policies and webhooks of a service.',
      description: DESCRIPTION,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    // Relative to the address of this document, which is /v1/openapi.json below the mount point.
    servers: [{ url: '..', description: 'The path at which the host mounts the API.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...pathsOf(described, { parameters, responses }),
      [DOCUMENT_PATH]: { get: DOCUMENT_OPERATION },
    },
    webhooks: Object.fromEntries(events.map((event) => [event.type, webhookOf(event)])),
    components: {
      schemas: { ...names.schemas(), Problem: names.referTo(problemSchema) },
      parameters: parameters.components,
      responses: responses.components,
      examples: examplesFor(operations),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

const DESCRIPTION = `The host mounts three APIs: the Account API for end users, the Customer API for administrators and automation, and the Internal API for the authentication application. Each operation says whose credential it needs.

Errors are problem details (RFC 9457). Callers branch on \`code\`, or on the finer \`reason\`. \`webhooks\` describes the events that subscribers receive.`;

/** It has no refusals: it needs no credential, takes no parameters and is not limited. */
const DOCUMENT_OPERATION: Json = {
  operationId: 'getOpenApiDocument',
  tags: ['document'],
  summary: 'Returns this document',
  description: 'It needs no credential, because the document is the same for every caller.',
  security: [],
  parameters: [],
  responses: {
    200: {
      description: 'Success.',
      content: {
        'application/json': {
          schema: { type: 'object', additionalProperties: true },
          example: { openapi: '3.1.1' },
        },
      },
    },
    304: { description: 'The caller has the document: `If-None-Match` names its `ETag`.' },
  },
};

const TAGS: Readonly<Record<ApiName | 'document', string>> = {
  document: 'The description of the API.',
  account: 'End users, about themselves.',
  customer: 'Administrators and automation, about a tenant.',
  internal: 'The authentication application, about a session.',
};

const SECURITY_SCHEMES: Json = {
  accessToken: { type: 'http', scheme: 'bearer', description: 'An access token of the host.' },
  managementKey: { type: 'http', scheme: 'bearer', description: 'A management key of the tenant.' },
  serviceSecret: { type: 'apiKey', in: 'header', name: 'X-Internal-Service-Secret' },
};

const NUMBERS: readonly string[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
];

/** `Content-Type` follows from the content; `Allow` belongs to no operation. */
const HEADERS = Object.fromEntries(
  Object.entries(RESPONSE_HEADERS)
    .filter(([name]) => name !== 'Content-Type' && name !== 'Allow')
    .map(([name, description]) => [
      name,
      { description, schema: { type: NUMBERS.includes(name) ? 'integer' : 'string' } },
    ]),
);

/** An operation; its parameters and refusals have no place in the document yet. */
interface DescribedOperation {
  /** `/v1/account/mfa` */
  readonly path: string;
  /** `get` */
  readonly method: string;
  readonly head: Json;
  readonly parameters: readonly NamedPart[];
  readonly requestBody: Json | null;
  readonly successes: Json;
  /** By status. */
  readonly refusals: Readonly<Record<string, NamedPart>>;
}

function pathsOf(
  described: readonly DescribedOperation[],
  { parameters, responses }: Readonly<Record<'parameters' | 'responses', SharedParts>>,
): Json {
  const paths = new Map<string, Record<string, Json>>();
  for (const { path, method, head, requestBody, successes, refusals, ...each } of described) {
    const operation = {
      ...head,
      parameters: each.parameters.map((parameter) => parameters.place(parameter)),
      ...(requestBody !== null && { requestBody }),
      responses: {
        ...successes,
        ...Object.fromEntries(
          Object.entries(refusals).map(([status, part]) => [status, responses.place(part)]),
        ),
      },
    };
    paths.set(path, { ...paths.get(path), [method]: operation });
  }
  return Object.fromEntries(paths);
}

function operationOf(operation: AnyOperation, names: SchemaNames): DescribedOperation {
  const { id, api, path, method, summary, body } = operation;
  return {
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    method: method.toLowerCase(),
    head: {
      operationId: id,
      tags: [api],
      summary,
      description: descriptionOf(operation),
      security: securityOf(operation),
    },
    parameters: parametersOf(operation, names).map((part) => ({
      name: String(part['name']),
      part,
    })),
    requestBody:
      body === null
        ? null
        : {
            required: !body.safeParse(undefined).success,
            content: { 'application/json': contentOf(body, 'input', names) },
          },
    successes: successesOf(operation, names),
    refusals: refusalsOf(operation),
  };
}

const CALLERS: Readonly<Record<ApiName, string>> = {
  account: 'The person of the access token calls it about themselves.',
  customer: 'A management key of the tenant, or an access token of an administrator, calls it.',
  internal: 'The authentication application calls it, with the service secret.',
};

/** What the parts of an operation mean together. */
function descriptionOf({ api, scope, method, body, showsSecret }: AnyOperation): string {
  return [
    CALLERS[api],
    scope === null ? null : `${SCOPES[api]} \`${scope}\`.`,
    body === null && method !== 'GET' ? 'It takes no body: one that is sent is not read.' : null,
    showsSecret === true ? 'No other answer repeats the secret that this one shows.' : null,
    takesIdempotencyKey(method)
      ? 'With an `Idempotency-Key`, a repeated request gets the first answer again for 24 hours.'
      : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

const SCOPES: Readonly<Record<ApiName, string>> = {
  account: 'Where the host requires scopes, it needs',
  customer: 'It needs the scope',
  internal: 'It needs the scope',
};

function securityOf({ api, scope }: AnyOperation): readonly Json[] {
  const scopes = scope === null ? [] : [scope];
  switch (api) {
    case 'account':
      return [{ accessToken: scopes }];
    case 'customer':
      return [{ accessToken: scopes }, { managementKey: scopes }];
    case 'internal':
      return [{ serviceSecret: [] }];
  }
}

function parametersOf(
  { method, params, query, lines }: AnyOperation,
  names: SchemaNames,
): readonly Json[] {
  const inPath = Object.entries<z.ZodType>(params).map(([name, schema]) => ({
    name,
    in: 'path',
    required: true,
    schema: names.referTo(schemaOf(schema, 'input')),
  }));
  const inQuery = Object.entries({ ...lines?.query.shape, ...query?.shape }).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: false,
      schema: names.referTo(schemaOf(schema as z.ZodType, 'input')),
    }),
  );
  const inHeader = (['X-Tenant-ID', 'Idempotency-Key'] as const)
    .filter((name) => name !== 'Idempotency-Key' || takesIdempotencyKey(method))
    .map((name) => ({
      name,
      in: 'header',
      required: false,
      description: REQUEST_HEADERS[name],
      schema: { type: 'string' },
    }));
  return [...inPath, ...inQuery, ...inHeader];
}

function successesOf(operation: AnyOperation, names: SchemaNames): Json {
  return Object.fromEntries(
    Object.entries(operation.answers).map(([status, schema]) => [
      status,
      {
        description: 'Success.',
        headers: headersOf(operation, Number(status)),
        content: {
          'application/json': contentOf(schema, 'output', names),
          ...(operation.lines !== null && { [LINES_MEDIA_TYPE]: linesOf(operation.lines) }),
        },
      },
    ]),
  );
}

/** OpenAPI 3.1 describes no parts of a stream. */
function linesOf({ line, description }: NonNullable<AnyOperation['lines']>): Json {
  const example = `${JSON.stringify(exampleOf(schemaOf(line, 'output')))}\n`;
  return { schema: { type: 'string', description }, example };
}

/** One response for each status; `code` and `reason` are those that the operation can have. */
function refusalsOf(operation: AnyOperation): DescribedOperation['refusals'] {
  const reasons = reasonsOf(operation);
  const statuses = new Set(reasons.map((reason) => errorTable[reason].status));
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      refusalOf(
        operation,
        status,
        reasons.filter((reason) => errorTable[reason].status === status),
      ),
    ]),
  );
}

/** Its name says all that it depends on; code generators make a type of it. */
function refusalOf(operation: AnyOperation, status: number, reasons: readonly Reason[]): NamedPart {
  const codes = [...new Set(reasons.map((reason) => errorTable[reason].code))];
  const narrowed = {
    properties: {
      status: { const: status },
      code: { type: 'string', enum: codes },
      reason: { type: 'string', enum: reasons },
    },
  };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  const headers = headersOf(operation, status);
  const names = [
    'refused',
    String(status),
    ...(operation.api === 'internal' ? ['internal'] : []),
    ...refusalNamesOf(operation, status),
    ...(headers['Idempotency-Replayed'] === undefined ? [] : ['repeatable']),
  ];
  return {
    name: names.map(pascalCase).join(''),
    part: {
      description: reasons.map((reason) => errorTable[reason].title).join('; '),
      headers,
      content: { 'application/problem+json': { schema, examples: examplesOf(reasons) } },
    },
  };
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** One for each reason that an operation can be refused for. */
function examplesFor(operations: readonly AnyOperation[]): Json {
  const used = new Set(operations.flatMap((operation) => reasonsOf(operation)));
  return Object.fromEntries(
    [...used].map((reason) => [reason, { value: problemWith(reason, REQUEST_ID) }]),
  );
}

function examplesOf(reasons: readonly Reason[]): Json {
  return Object.fromEntries(
    reasons.map((reason) => [reason, { $ref: `#/components/examples/${reason}` }]),
  );
}

const REQUEST_ID = '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11';

function headersOf(operation: AnyOperation, status: number): Json {
  const names = [...commonHeadersOf(operation), ...statusHeadersOf(operation, status)];
  return Object.fromEntries(
    names
      .filter((name) => name !== 'Content-Type')
      .map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

function contentOf(type: z.ZodType, io: 'input' | 'output', names: SchemaNames): Json {
  const schema = schemaOf(type, io);
  return { schema: names.referTo(schema), example: exampleOf(schema) };
}

/** A schema without the keywords of a separate document. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function webhookOf(event: EventDescription): Json {
  const { schema, example } = describeDelivery(event);
  return {
    post: {
      operationId: event.type,
      summary: event.description,
      // A delivery is signed.
      security: [],
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: { '2XX': { description: 'Received.' } },
    },
  };
}
