import { isUnsafe } from '../auth/require-origin.js';
import { errorTable } from '../errors/error-table.js';
import { isKept } from '../idempotency/kept-answer.js';
import { takesIdempotencyKey } from '../idempotency/read-idempotency-key.js';
import { isLimited } from '../limits/request-limits.js';
import { reasonsOf } from './reasons-of.js';
import { statusesOf, type AnyOperation } from '../operations/operation.js';

/** A header that the API reads. */
export type RequestHeader =
  | 'Authorization'
  | 'Origin'
  | 'Sec-Fetch-Site'
  | 'X-Internal-Service-Secret'
  | 'X-Tenant-ID'
  | 'X-Request-Id'
  | 'Content-Type'
  | 'Idempotency-Key';

/** A header that the API sets. */
export type ResponseHeader =
  | 'Content-Type'
  | 'Cache-Control'
  | 'Content-Security-Policy'
  | 'X-Content-Type-Options'
  | 'Cross-Origin-Resource-Policy'
  | 'X-Request-Id'
  | 'X-RateLimit-Limit'
  | 'X-RateLimit-Remaining'
  | 'X-RateLimit-Reset'
  | 'Idempotency-Replayed'
  | 'WWW-Authenticate'
  | 'Retry-After'
  | 'Connection'
  | 'Allow';

/** The headers of a request that an operation reads. */
export function requestHeadersOf({ api, method, body }: AnyOperation): readonly RequestHeader[] {
  const isChecked = api !== 'internal' && isUnsafe(method);
  return [
    api === 'internal' ? 'X-Internal-Service-Secret' : 'Authorization',
    ...(isChecked ? (['Origin', 'Sec-Fetch-Site'] as const) : []),
    'X-Tenant-ID',
    'X-Request-Id',
    ...(body === null ? [] : (['Content-Type'] as const)),
    ...(takesIdempotencyKey(method) ? (['Idempotency-Key'] as const) : []),
  ];
}

const EVERYWHERE = [
  'Content-Type',
  'Cache-Control',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Cross-Origin-Resource-Policy',
  'X-Request-Id',
] as const;

/** The headers that every answer of an operation has. */
export function commonHeadersOf({ api }: Pick<AnyOperation, 'api'>): readonly ResponseHeader[] {
  const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;
  return [...EVERYWHERE, ...(isLimited(api) ? limits : [])];
}

/**
 * The headers that answers of one status may have beside those. An answer of the handler is repeated; a refusal
 * before the handler is decided again.
 */
export function statusHeadersOf(
  operation: AnyOperation,
  status: number,
): readonly ResponseHeader[] {
  const served = [
    ...statusesOf(operation),
    ...operation.refuses.map((code) => errorTable[code].status),
  ];
  const isRepeated =
    takesIdempotencyKey(operation.method) &&
    isKept(status) &&
    served.some((each) => each === status);
  const rows = reasonsOf(operation)
    .map((reason) => errorTable[reason])
    .filter((row) => row.status === status);
  const isChallenged = rows.some(({ challenge }) => challenge !== undefined);
  const isWaitedFor = status === 429 || rows.some(({ retryAfter }) => retryAfter !== undefined);
  const endsConnection = rows.some((row) => row.endsConnection === true);
  return [
    ...(isRepeated ? (['Idempotency-Replayed'] as const) : []),
    ...(isChallenged ? (['WWW-Authenticate'] as const) : []),
    ...(isWaitedFor ? (['Retry-After'] as const) : []),
    ...(endsConnection ? (['Connection'] as const) : []),
  ];
}
