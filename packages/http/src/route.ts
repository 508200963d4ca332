import type { z } from 'zod';
import type { ApiName, Callers, Scopes } from './api.js';
import type { QueryFields } from './read-query.js';
import type { Refusal } from './refusal.js';
import type { Reply } from './reply.js';

/** The names of the parameters in a path: `orgId` in `/organisations/:orgId/security-policy`. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What a handler gets of the request, read and checked. */
export interface RouteInput<Param extends string, Body, Query> {
  /** The path's parameters, decoded: 1 to 255 characters, no control characters. */
  readonly params: Readonly<Record<Param, string>>;
  readonly body: Body;
  readonly query: Query;
}

/** One operation: a row of the route table. */
export interface Route<Api extends ApiName, Path extends string, Body = unknown, Query = unknown> {
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the mount point; a segment that begins with a colon is a parameter. */
  readonly path: Path;
  /** The scope that the credential needs. */
  readonly scope: Scopes[Api];
  /**
   * The shape of the body, which may be left out where the schema takes `undefined`; null where there is
   * none, and then whatever was sent is never read.
   */
  readonly body: z.ZodType<Body> | null;
  /** The parameters of the query; null where there are none, and then the query is not looked at. */
  readonly query: QueryFields<Query> | null;
  serve(
    caller: Callers[Api],
    input: RouteInput<PathParam<Path>, Body, Query>,
  ): Promise<Reply | Refusal>;
}

/** Any row of the table. */
export type AnyRoute = { [Api in ApiName]: Route<Api, string> }[ApiName];

/** A row whose handler takes exactly what the row's API, path and schemas give. */
export function defineRoute<Api extends ApiName, Path extends string, Body, Query>(
  route: Route<Api, Path, Body, Query>,
): Route<Api, string> {
  return route;
}
