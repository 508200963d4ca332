import type { Stepward } from '@stepward/core';
import { Refusal, type Reply } from '../answer.js';
import type { Replay } from '../idempotency/kept-answer.js';
import type { RequestHead } from '../http-types.js';
import { clientOf } from '../request/client-of.js';
import type { PathMatch } from '../request/match-operation.js';
import type { Failure } from './http-errors.js';

/** What refused requests are reported to. */
type RefusedAccessReport = Pick<Stepward['refusedAccess'], 'report'>;

/**
 * Reports a request that was refused for its credential (401), its rights (403) or a limit (429), and one with input that
 * no working client sends. The latter, and credentials that are not genuine, have no owner: the logger alone gets a line.
 * An answer that is repeated for an `Idempotency-Key` was reported the first time.
 */
export function reportRefusal(
  refusedAccess: RefusedAccessReport,
  answered: Reply | Refusal | Replay,
  { path: route, found }: PathMatch,
  status: number,
  request: RequestHead,
): void {
  if (!(answered instanceof Refusal)) return;
  const { failure, owner } = answered;
  const kind = kindOf(failure.code, status);
  if (kind === null) return;
  const operation = found instanceof Refusal ? null : found.operation.id;
  const refused = { operation, route, status, reason: failure.code };
  const known = kind === 'access' ? owner : null;
  refusedAccess.report({ ...refused, owner: known, ...clientOf(request) });
}

const REFUSED_ACCESS: readonly number[] = [401, 403, 429];

const FORGED_INPUT: readonly Failure['code'][] = [
  'header_duplicated',
  'path_invalid',
  'body_malformed',
  'body_too_large',
];

/** A request without a credential is not an attempt: every page makes it before the person has signed in. */
function kindOf(code: Failure['code'], status: number): 'access' | 'input' | null {
  if (code === 'token_missing') return null;
  if (REFUSED_ACCESS.includes(status)) return 'access';
  return FORGED_INPUT.includes(code) ? 'input' : null;
}
