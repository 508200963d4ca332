import type { Failure, HttpApi, HttpRequest, HttpResponse } from '@stepward/http';
import { errorTable } from '../../packages/http/src/error-table.js';
import {
  commonHeadersOf,
  statusHeadersOf,
  type ResponseHeader,
} from '../../packages/http/src/headers-of.js';
import {
  createOperationMatcher,
  type OperationMatch,
} from '../../packages/http/src/match-operation.js';
import { reasonsOf } from '../../packages/http/src/reasons-of.js';
import { Refusal } from '../../packages/http/src/refusal.js';
import { statusesOf, type AnyOperation } from '../../packages/http/src/operations/operation.js';
import {
  createOperations,
  type OperationServices,
} from '../../packages/http/src/operations/create-operations.js';

import { bodyChecks } from './described-bodies.js';

type Reason = Failure['code'];

const operations = createOperations({} as OperationServices);
const match = createOperationMatcher(operations);
const checkBody = bodyChecks(operations);

/** What a path answers to a method that it has no operation for. */
const WITHOUT_OPERATION = [
  'method_not_allowed',
  'request_limit_exceeded',
  'request_limits_unavailable',
  'internal_error',
] as const satisfies readonly Reason[];

/** An API that writes down every answer which its operation does not declare, by status, reason or header. */
export function noting(surprises: string[], api: HttpApi): HttpApi {
  return {
    paths: api.paths,
    async handle(request) {
      const response = await api.handle(request);
      if (response !== null) surprises.push(...surprisesOf(request, response));
      return response;
    },
  };
}

/** Everything about an answer that its operation does not declare. */
export function surprisesOf(
  request: Pick<HttpRequest, 'method' | 'path'>,
  response: HttpResponse,
): readonly string[] {
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

/** What of a body is not as it is described. A host may give problems a shape of its own. */
function bodyFaults(
  found: OperationMatch | Refusal,
  { status, body, headers }: HttpResponse,
): readonly string[] {
  const isOurs = status < 400 || headers['content-type'] === 'application/problem+json';
  if (found instanceof Refusal || body === null || !isOurs) return [];
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

/** An answer without a body tells no reason, so that its status has to do. */
function isAmong({ successes, reasons }: Declared, response: HttpResponse): boolean {
  const { status } = response;
  if (status < 400) return successes.includes(status);
  const reason = reasonOf(response);
  return reasons.some(
    (each) => errorTable[each].status === status && (reason === null || reason === each),
  );
}

/** `200`, or `422 code_mismatch`. */
function answerOf(response: HttpResponse): string {
  return [response.status, reasonOf(response)].filter((part) => part !== null).join(' ');
}

/** Null for a success, and where there is no body to tell. */
function reasonOf({ status, body }: HttpResponse): string | null {
  if (status < 400 || body === null) return null;
  return (JSON.parse(body) as { reason: string }).reason;
}
