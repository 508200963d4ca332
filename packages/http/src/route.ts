import type { DomainError } from '@stepward/core';
import type { z } from 'zod';
import type { ApiName, Callers, Scopes } from './api.js';
import type { QueryInvalid } from './http-failure.js';
import type { QueryFields } from './read-query.js';
import type { Refusal } from './refusal.js';
import type { Reply, SuccessStatus } from './reply.js';

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

/** What a handler may answer to a request that was let in and read. */
export type HandlerAnswer = Reply | Refusal<DomainError | QueryInvalid>;

/** One operation: a row of the route table. */
export interface Route<
  Api extends ApiName,
  Path extends string,
  Body = unknown,
  Query = unknown,
  Answer extends HandlerAnswer = HandlerAnswer,
> {
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the mount point; a segment that begins with a colon is a parameter. */
  readonly path: Path;
  /** What it does, in one line for its documentation. */
  readonly summary: string;
  /** The scope that the credential needs. */
  readonly scope: Scopes[Api];
  /**
   * The shape of the body, which may be left out where the schema takes `undefined`; null where there is
   * none, and then whatever was sent is never read.
   */
  readonly body: z.ZodType<Body> | null;
  /** The parameters of the query; null where there are none, and then the query is not looked at. */
  readonly query: QueryFields<Query> | null;
  /** The statuses of its successes. */
  readonly answers: readonly SuccessStatus[];
  /** What the services behind it refuse; `reasonsOf` adds what stands in front of them. */
  readonly refuses: readonly DomainError['code'][];
  serve(caller: Callers[Api], input: RouteInput<PathParam<Path>, Body, Query>): Promise<Answer>;
}

/** Any row of the table. */
export type AnyRoute = { [Api in ApiName]: Route<Api, string> }[ApiName];

/**
 * A row whose handler takes exactly what the row's API, path and schemas give, and whose `answers` and
 * `refuses` name exactly what the handler gives: one too many or too few leaves no route, but a type that
 * names it.
 */
export function defineRoute<
  Api extends ApiName,
  Path extends string,
  Body,
  Query,
  Answer extends HandlerAnswer,
  const Answers extends readonly SuccessStatus[],
  const Refuses extends readonly DomainError['code'][],
>(
  route: Route<Api, Path, Body, Query, Answer> & {
    readonly answers: Answers;
    readonly refuses: Refuses;
  },
): Exactly<
  Answers[number],
  StatusOf<Answer>,
  Exactly<Refuses[number], CodeOf<Answer>, Route<Api, string>>
>;
export function defineRoute(route: unknown): unknown {
  return route;
}

type Exactly<Listed, Actual, Then> = [Exclude<Actual, Listed>] extends [never]
  ? [Exclude<Listed, Actual>] extends [never]
    ? Then
    : { readonly tooMany: Exclude<Listed, Actual> }
  : { readonly missing: Exclude<Actual, Listed> };

type StatusOf<Answer> = Answer extends Reply<infer Status> ? Status : never;

/** Without `query_invalid`, which follows from the row's `query`. */
type CodeOf<Answer> =
  Answer extends Refusal<infer F> ? Exclude<F['code'], QueryInvalid['code']> : never;
