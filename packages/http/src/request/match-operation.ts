import { type ApiName, isId } from '../api.js';
import type { HttpRequest } from '../http-types.js';
import { refuse, type Refusal } from '../answer.js';
import type { AnyOperation } from '../operations/operation.js';

/** An operation, and the values of the parameters in its path. */
export interface OperationMatch {
  readonly operation: AnyOperation;
  /** Not decoded. */
  readonly rawParams: Readonly<Record<string, string>>;
}

/** The result for a path: its operation, or a refusal, on one of the APIs. */
export interface PathMatch {
  readonly api: ApiName;
  /** As the operation table has it, parameters by name. */
  readonly path: string;
  readonly found: OperationMatch | Refusal;
}

/**
 * Finds the operation of a request; `method_not_allowed` if its path has only other methods; null for an unknown
 * path. Paths are compared exactly: `/v1/account/mfa/` is another path. A HEAD request has the operation of GET (RFC
 * 9110 section 9.3.2).
 */
export function createOperationMatcher(
  operations: readonly AnyOperation[],
): (request: Pick<HttpRequest, 'method' | 'path'>) => PathMatch | null {
  const table = operations
    .filter(
      (operation, index) => operations.findIndex(({ path }) => path === operation.path) === index,
    )
    .map(({ api, path }) => ({
      api,
      path,
      pattern: toPattern(path),
      operations: operations.filter((operation) => operation.path === path),
    }));

  return (request) => {
    for (const { api, path, pattern, operations: candidates } of table) {
      const match = pattern.exec(request.path);
      if (match === null) continue;
      const wanted = request.method === 'HEAD' ? 'GET' : request.method;
      const operation = candidates.find(({ method }) => method === wanted);
      const found =
        operation === undefined
          ? refuse({ code: 'method_not_allowed', allow: candidates.flatMap(methodsOf) })
          : { operation, rawParams: match.groups ?? {} };
      return { api, path, found };
    }
    return null;
  };
}

/** `/api-keys/:keyId` as a pattern with a group `keyId`. An empty segment is no parameter. */
function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function methodsOf({ method }: AnyOperation): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

/**
 * The parameters of a path, percent-decoded once (RFC 3986 section 2.4), so `%252F` stays `%2F`; `path_invalid`
 * if the encoding is broken or the text is not a valid id.
 */
export function readParams(
  rawParams: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> | Refusal {
  const params: Record<string, string> = {};
  for (const [name, raw] of Object.entries(rawParams)) {
    const value = decode(raw);
    if (!isId(value)) return refuse({ code: 'path_invalid' });
    params[name] = value;
  }
  return params;
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
