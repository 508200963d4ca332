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
  const table = routes.map((route) => ({ route, pattern: route.path.split('/') }));

  return ({ method, path }) => {
    const segments = path.split('/');
    const candidates = table.flatMap(({ route, pattern }) => {
      const rawParams = matchPath(pattern, segments);
      return rawParams === null ? [] : [{ route, rawParams }];
    });
    if (candidates.length === 0) return null;
    const wanted = method === 'HEAD' ? 'GET' : method;
    return (
      candidates.find(({ route }) => route.method === wanted) ??
      refuse({ code: 'method_not_allowed', allow: candidates.flatMap(methodsOf) })
    );
  };
}

/** The parameters of a path that fits a row's; null where it does not. An empty segment is no parameter. */
function matchPath(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const isParam = part.startsWith(':');
    if (isParam ? segment === '' : segment !== part) return null;
    if (isParam) params[part.slice(1)] = segment;
  }
  return params;
}

function methodsOf({ route: { method } }: RouteMatch): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
