import type { ApiName } from './api.js';
import type { HttpRequest } from './http-types.js';
import { refuse, type Refusal } from './refusal.js';
import type { AnyRoute } from './route.js';

/** A route, and what stands in its path where the row has parameters. */
export interface RouteMatch {
  readonly route: AnyRoute;
  /** As they were sent, not decoded. */
  readonly rawParams: Readonly<Record<string, string>>;
}

/** What a path leads to: its route, or a refusal, on one of the APIs. */
export interface PathMatch {
  readonly api: ApiName;
  /** As the route table has it, parameters by name. */
  readonly path: string;
  readonly found: RouteMatch | Refusal;
}

/**
 * Finds the route of a request; `method_not_allowed` where its path answers other methods; null where
 * no route has the path. Paths are compared as they are: `/v1/account/mfa/` is another path. A HEAD
 * request has the route of GET (RFC 9110 section 9.3.2).
 */
export function createRouteMatcher(
  routes: readonly AnyRoute[],
): (request: Pick<HttpRequest, 'method' | 'path'>) => PathMatch | null {
  const table = routes
    .filter((route, index) => routes.findIndex(({ path }) => path === route.path) === index)
    .map(({ api, path }) => ({
      api,
      path,
      pattern: toPattern(path),
      routes: routes.filter((route) => route.path === path),
    }));

  return (request) => {
    for (const { api, path, pattern, routes: candidates } of table) {
      const match = pattern.exec(request.path);
      if (match === null) continue;
      const wanted = request.method === 'HEAD' ? 'GET' : request.method;
      const route = candidates.find(({ method }) => method === wanted);
      const found =
        route === undefined
          ? refuse({ code: 'method_not_allowed', allow: candidates.flatMap(methodsOf) })
          : { route, rawParams: match.groups ?? {} };
      return { api, path, found };
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
