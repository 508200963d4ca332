import type { DomainError } from '@stepward/core';
import type { z } from 'zod';
import type { ApiName, Callers, Scopes } from '../api.js';
import type { QueryInvalid } from '../errors/http-errors.js';
import type { Refusal, Reply, SuccessStatus } from '../answer.js';

/** The names of the parameters in a path: `orgId` in `/organisations/:orgId/security-policy`. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** The parsed and validated parts of a request. */
export interface OperationInput<Param extends string, Query, Body> {
  /** The path's parameters, decoded: 1 to 255 characters, no control characters. */
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** The results of an operation. */
export type OperationAnswer = Reply | Refusal<DomainError | QueryInvalid>;

/** A GET as a stream of lines, for requests whose `Accept` asks for `application/x-ndjson`. */
export interface LinesDefinition<Api extends ApiName, Query = unknown> {
  /** The parameters of the query; those that the operation has as well mean the same. */
  readonly query: z.ZodObject<z.ZodRawShape> & z.ZodType<Query>;
  /** A line. */
  readonly line: z.ZodType;
  /** What the lines are, for the documentation. */
  readonly description: string;
  /** Returns the lines in batches. Each is read when the client has taken the one before. */
  serve(
    caller: Callers[Api],
    query: Query,
  ): Promise<AsyncIterable<readonly object[]> | Refusal<QueryInvalid>>;
}

/** The body of each status of success. */
export type AnswerSchemas = { readonly [Status in SuccessStatus]?: z.ZodType };

/** The definition of an operation: the single source for routing, types and documents. */
interface OperationDefinition<
  Api extends ApiName,
  Path extends string,
  Query = unknown,
  Body = unknown,
  Answer extends OperationAnswer = OperationAnswer,
> {
  /** Its name in the OpenAPI document and in generated clients. */
  readonly id: string;
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the mount point; a segment that begins with a colon is a parameter. */
  readonly path: Path;
  /** What it does, in one line for its documentation. */
  readonly summary: string;
  /** The scope that the credential needs. */
  readonly scope: Scopes[Api];
  /** The description of each parameter of the path. */
  readonly params: Readonly<Record<PathParam<Path>, z.ZodType<string>>>;
  /** The parameters of the query; null, the default, if there are none: the query is then ignored. */
  readonly query?: (z.ZodObject<z.ZodRawShape> & z.ZodType<Query>) | null;
  /**
   * The schema of the body, which is optional if the schema accepts `undefined`; null, the default, if there is no
   * body, and then a body is never read.
   */
  readonly body?: z.ZodType<Body> | null;
  /** The bodies of its successes, by status. */
  readonly answers: AnswerSchemas;
  /** Its answer as lines; null, the default, if there is none. */
  readonly lines?: LinesDefinition<Api> | null;
  /** The refusals of its services, none by default; `reasonsOf` adds those of the checks before them. */
  readonly refuses?: readonly DomainError['code'][];
  /**
   * Whether its success shows a secret: then an answer that is kept for an `Idempotency-Key` is given again only to the
   * session that it was given to. False by default.
   */
  readonly showsSecret?: boolean;
  /**
   * Whether the body of an earlier success still holds. If not, a request that repeats it is served again. By default
   * every success holds.
   */
  isCurrent?(caller: Callers[Api], body: unknown): Promise<boolean>;
  serve(caller: Callers[Api], input: OperationInput<PathParam<Path>, Query, Body>): Promise<Answer>;
}

/** An operation of an API, with nothing left out. */
export type Operation<Api extends ApiName> = OperationDefinition<Api, string> &
  Required<Pick<OperationDefinition<Api, string>, 'query' | 'body' | 'lines' | 'refuses'>>;

/** Any operation. */
export type AnyOperation = { [Api in ApiName]: Operation<Api> }[ApiName];

/** The statuses of its successes. */
export function statusesOf({ answers }: Pick<AnyOperation, 'answers'>): readonly number[] {
  return Object.keys(answers).map(Number);
}

/**
 * Checks that an operation's handler takes exactly what its API, path and schemas provide, and that `answers` and
 * `refuses` name exactly what the handler returns. Otherwise the result is a type that names the difference.
 */
export function defineOperation<
  Api extends ApiName,
  Path extends string,
  Query,
  Body,
  Answer extends OperationAnswer,
  const Answers extends AnswerSchemas,
  const Refuses extends readonly DomainError['code'][] = [],
>(
  operation: OperationDefinition<Api, Path, Query, Body, Answer> & {
    readonly answers: Answers;
    readonly refuses?: Refuses;
  },
): Exactly<
  keyof Answers,
  StatusOf<Answer>,
  Exactly<
    Refuses[number],
    CodeOf<Answer>,
    [MisfitOf<Answers, Answer>] extends [never]
      ? Operation<Api>
      : { readonly misfit: MisfitOf<Answers, Answer> }
  >
>;
export function defineOperation(operation: object): object {
  return { query: null, body: null, lines: null, refuses: [], ...operation };
}

/** Checks that the handler of lines takes what its query provides. */
export function defineLines<Query>(
  lines: LinesDefinition<'customer', Query>,
): LinesDefinition<'customer'> {
  return lines;
}

type Exactly<Listed, Actual, Then> = [Exclude<Actual, Listed>] extends [never]
  ? [Exclude<Listed, Actual>] extends [never]
    ? Then
    : { readonly tooMany: Exclude<Listed, Actual> }
  : { readonly missing: Exclude<Actual, Listed> };

type StatusOf<Answer> = Answer extends Reply<infer Status> ? Status : never;

/** The replies with a body that does not fit the schema of their status. */
type MisfitOf<Answers extends AnswerSchemas, Answer> =
  Answer extends Reply<infer Status, infer Body>
    ? Body extends z.input<NonNullable<Answers[Status]>>
      ? never
      : Answer
    : never;

/** Without `query_invalid`, which follows from the operation's `query`. */
type CodeOf<Answer> =
  Answer extends Refusal<infer F> ? Exclude<F['code'], QueryInvalid['code']> : never;
