import { refuse, type Refusal } from './refusal.js';
import type { Route } from './route.js';

/**
 * The route of a request; `method_not_allowed` where its path answers other methods; null where no
 * route has the path. Paths are compared as they are: `/v1/account/mfa/` is another path. A HEAD
 * request has the route of GET (RFC 9110 section 9.3.2).
 */
export function matchRoute(
  routes: readonly Route[],
  { method, path }: { readonly method: string; readonly path: string },
): Route | Refusal | null {
  const candidates = routes.filter((route) => route.path === path);
  if (candidates.length === 0) return null;
  const wanted = method === 'HEAD' ? 'GET' : method;
  return (
    candidates.find((route) => route.method === wanted) ??
    refuse({ code: 'method_not_allowed', allow: candidates.flatMap(methodsOf) })
  );
}

function methodsOf({ method }: Route): readonly string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}
