import type { HttpRequest } from './http-types.js';
import { refuse, type Refusal } from './refusal.js';
import type { AnyRoute } from './route.js';

/** A route, and what stands in its path where the row has parameters. */
export interface RouteMatch {
  readonly route: AnyRoute;
  /** As they were sent, not decoded. */
  readonly rawParams: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a request; `method_not_allowed` where its path answers other methods; null where
 * no route has the path. Paths are compared as they are: `/v1/account/mfa/` is another path. A HEAD
 * request has the route of GET (RFC 9110 section 9.3.2).
 */
export function createRouteMatcher(
  routes: readonly AnyRoute[],
): (request: Pick<HttpRequest, 'method' | 'path'>) => RouteMatch | Refusal | null {
  const table = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    pattern: toPattern(path),
    routes: routes.filter((route) => route.path === path),
  }));

  return ({ method, path }) => {
    for (const { pattern, routes: candidates } of table) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const wanted = method === 'HEAD' ? 'GET' : method;
      const route = candidates.find((candidate) => candidate.method === wanted);
      return route === undefined
        ? refuse({ code: 'method_not_allowed', allow: candidates.flatMap(methodsOf) })
        : { route, rawParams: match.groups ?? {} };
    }
    return null;
  };
}

/** `/api-keys/:keyId` as a pattern with a group `keyId`. An empty segment is no parameter. */
function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function methodsOf({ method }: AnyRoute): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
