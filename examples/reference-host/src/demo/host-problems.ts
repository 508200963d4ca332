import { randomUUID } from 'node:crypto';
import { toProblem, type ProblemDocument } from '@stepward/http';

/** An error of the host's own, in the shape that those of Stepward have. */
export interface HostProblem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Nothing is at the path. Stepward leaves such requests to the host, so it has no words for them. */
export function pathUnknown(): HostProblem {
  return written({
    type: 'urn:stepward:problem:path_unknown',
    title: 'Unknown path',
    status: 404,
    detail: 'Nothing is at this path.',
    code: 'not_found',
    reason: 'path_unknown',
    request_id: randomUUID(),
  });
}

/** The framework cannot read the path, so Stepward is not asked about it. */
export function pathInvalid(): HostProblem {
  return written(toProblem({ code: 'path_invalid' }, randomUUID()));
}

/** The framework could not read a body (4xx), or something failed. The error itself is for the log alone. */
export function requestFailed(statusCode: number): HostProblem {
  const isRefused = statusCode >= 400 && statusCode < 500;
  return written(
    toProblem({ code: isRefused ? 'body_malformed' : 'internal_error' }, randomUUID()),
  );
}

function written(
  problem: Omit<ProblemDocument, 'reason'> & { readonly reason: string },
): HostProblem {
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': problem.request_id,
    },
    body: JSON.stringify(problem),
  };
}
