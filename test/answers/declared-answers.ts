import type { Failure, HttpRequest, HttpResponse } from '@stepward/http';
import { errorTable } from '../../packages/http/src/errors/error-table.js';
import {
  commonHeadersOf,
  statusHeadersOf,
  type ResponseHeader,
} from '../../packages/http/src/openapi/headers-of.js';
import {
  createOperationMatcher,
  type OperationMatch,
} from '../../packages/http/src/request/match-operation.js';
import { DOCUMENT_PATH } from '../../packages/http/src/openapi/document-path.js';
import { reasonsOf } from '../../packages/http/src/openapi/reasons-of.js';
import { Refusal } from '../../packages/http/src/answer.js';
import { statusesOf, type AnyOperation } from '../../packages/http/src/operations/operation.js';
import { describeOperations } from '../../packages/http/src/operations/create-operations.js';

import { bodyChecks } from './described-bodies.js';

type Reason = Failure['code'];

const operations = describeOperations();
const match = createOperationMatcher(operations);
const checkBody = bodyChecks(operations);
const PROBLEM = 'application/problem+json';

/** What a path answers to a method that it has no operation for. */
const WITHOUT_OPERATION = [
  'method_not_allowed',
  'request_limit_exceeded',
  'request_limits_unavailable',
  'internal_error',
] as const satisfies readonly Reason[];

/** The operation of a request; null where its path has none for its method. */
export function operationOf(request: Pick<HttpRequest, 'method' | 'path'>): AnyOperation | null {
  const found = match(request)?.found;
  return found === undefined || found instanceof Refusal ? null : found.operation;
}

/** Everything about an answer that its operation does not declare. */
export function surprisesOf(
  request: Pick<HttpRequest, 'method' | 'path'>,
  response: HttpResponse,
): readonly string[] {
  if (request.path === DOCUMENT_PATH) return [];
  const matched = match(request);
  if (matched === null) return ['no operation has that path'];
  const { api, found } = matched;
  const declared =
    found instanceof Refusal ? withoutOperation(api) : declaredBy(found.operation, response.status);
  const said = `${request.method} ${request.path} answered ${answerOf(response)}`;
  const headers = Object.keys(response.headers).filter(
    (name) => !declared.headers.some((header) => header.toLowerCase() === name),
  );
  const isDeclared = isAmong(declared, response);
  const faults = isDeclared ? bodyFaults(found, response) : [];
  return [
    ...(isDeclared ? [] : [said]),
    ...headers.map((name) => `${said} with ${name}`),
    ...faults.map((fault) => `${said} with a body whose ${fault}`),
  ];
}

/** What of a body is not as it is described. A host may give problems another shape. */
function bodyFaults(
  found: OperationMatch | Refusal,
  { status, body, headers }: HttpResponse,
): readonly string[] {
  const isOurs = status < 400 || headers['content-type'] === PROBLEM;
  // A stream is the caller's to read.
  if (found instanceof Refusal || typeof body !== 'string' || !isOurs) return [];
  return checkBody(found.operation, status, JSON.parse(body));
}

interface Declared {
  readonly successes: readonly number[];
  readonly reasons: readonly Reason[];
  readonly headers: readonly ResponseHeader[];
}

function declaredBy(operation: AnyOperation, status: number): Declared {
  return {
    successes: statusesOf(operation),
    reasons: reasonsOf(operation),
    headers: [...commonHeadersOf(operation), ...statusHeadersOf(operation, status)],
  };
}

function withoutOperation(api: AnyOperation['api']): Declared {
  return {
    successes: [],
    reasons: WITHOUT_OPERATION,
    headers: [...commonHeadersOf({ api }), 'Allow', 'Retry-After'],
  };
}

/** An answer without a body has no reason, so its status must suffice. */
function isAmong({ successes, reasons }: Declared, response: HttpResponse): boolean {
  const { status } = response;
  if (status < 400) return successes.includes(status);
  const reason = reasonOf(response);
  return reasons.some(
    (each) => errorTable[each].status === status && (reason === null || reason === each),
  );
}

/** `200`, or `422 code_mismatch`. */
export function answerOf(response: HttpResponse): string {
  return [response.status, reasonOf(response)].filter((part) => part !== null).join(' ');
}

/** Null for a success, and where there is no body of ours to tell. */
function reasonOf({ headers, body }: HttpResponse): string | null {
  if (headers['content-type'] !== PROBLEM || typeof body !== 'string') return null;
  return (JSON.parse(body) as { reason: string }).reason;
}
