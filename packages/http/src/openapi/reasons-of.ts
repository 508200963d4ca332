import { isUnsafe } from '../auth/require-origin.js';
import type { Failure } from '../errors/http-errors.js';
import { takesIdempotencyKey } from '../idempotency/read-idempotency-key.js';
import { isLimited } from '../limits/request-limits.js';
import type { AnyOperation } from '../operations/operation.js';

type Reason = Failure['code'];

/** Each check before a handler: its refusals, and the operations that it applies to. */
const STEPS: readonly {
  readonly reasons: readonly Reason[];
  readonly standsBefore: (operation: AnyOperation) => boolean;
}[] = [
  {
    reasons: ['request_limits_unavailable', 'request_limit_exceeded'],
    standsBefore: ({ api }) => isLimited(api),
  },
  { reasons: ['header_duplicated'], standsBefore: () => true },
  { reasons: ['tls_required'], standsBefore: () => true },
  {
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
  { reasons: ['insufficient_scope'], standsBefore: ({ scope }) => scope !== null },
  { reasons: ['path_invalid'], standsBefore: ({ path }) => path.includes(':') },
  { reasons: ['query_invalid'], standsBefore: ({ query }) => query !== null },
  {
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
