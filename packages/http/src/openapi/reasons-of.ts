import { isUnsafe } from '../auth/require-origin.js';
import { errorTable } from '../errors/error-table.js';
import type { Failure } from '../errors/http-errors.js';
import { takesIdempotencyKey } from '../idempotency/read-idempotency-key.js';
import { isLimited } from '../limits/request-limits.js';
import type { AnyOperation } from '../operations/operation.js';

type Reason = Failure['code'];

/** Each check before a handler: its refusals, and the operations that it applies to. */
const STEPS: readonly {
  readonly reasons: readonly Reason[];
  readonly standsBefore: (operation: AnyOperation) => boolean;
  /** In names of responses; absent for steps of every operation of an API. */
  readonly name?: string;
}[] = [
  {
    reasons: ['request_limits_unavailable', 'request_limit_exceeded'],
    standsBefore: ({ api }) => isLimited(api),
  },
  { reasons: ['header_duplicated'], standsBefore: () => true },
  { reasons: ['tls_required'], standsBefore: () => true },
  {
    name: 'Origin',
    reasons: ['origin_refused'],
    standsBefore: ({ api, method }) => api !== 'internal' && isUnsafe(method),
  },
  {
    reasons: ['token_missing', 'token_invalid', 'authentication_unavailable'],
    standsBefore: ({ api }) => api !== 'internal',
  },
  {
    reasons: ['service_secret_invalid', 'tenant_missing', 'tenant_unknown'],
    standsBefore: ({ api }) => api === 'internal',
  },
  { reasons: ['tenant_mismatch'], standsBefore: () => true },
  { name: 'Scope', reasons: ['insufficient_scope'], standsBefore: ({ scope }) => scope !== null },
  { name: 'Path', reasons: ['path_invalid'], standsBefore: ({ path }) => path.includes(':') },
  { name: 'Query', reasons: ['query_invalid'], standsBefore: ({ query }) => query !== null },
  {
    name: 'Body',
    reasons: [
      'media_type_unsupported',
      'body_too_large',
      'body_incomplete',
      'body_timed_out',
      'body_malformed',
      'body_invalid',
    ],
    standsBefore: ({ body }) => body !== null,
  },
  {
    name: 'Key',
    reasons: ['idempotency_key_invalid', 'idempotency_key_in_flight', 'idempotency_key_reused'],
    standsBefore: ({ method }) => takesIdempotencyKey(method),
  },
];

/**
 * Returns every refusal of an operation, in the order of the checks: those before its handler follow from its
 * definition, the rest is its `refuses`. Another method on its path is `method_not_allowed`, which belongs to no
 * operation.
 */
export function reasonsOf(operation: AnyOperation): readonly Reason[] {
  const front = STEPS.filter(({ standsBefore }) => standsBefore(operation));
  return [
    ...front.flatMap(({ reasons }) => reasons),
    ...operation.refuses,
    'busy',
    'storage_unavailable',
    'internal_error',
  ];
}

/** What tells the refusals of an operation with one status from those of others: its steps by name, then its own reasons. */
export function refusalNamesOf(operation: AnyOperation, status: number): readonly string[] {
  const has = (reason: Reason): boolean => errorTable[reason].status === status;
  const steps = STEPS.filter(
    ({ standsBefore, reasons }) => standsBefore(operation) && reasons.some(has),
  );
  return [...steps.flatMap(({ name = [] }) => name), ...operation.refuses.filter(has)];
}
