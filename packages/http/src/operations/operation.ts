import type { DomainError } from '@stepward/core';
import type { z } from 'zod';
import type { ApiName, Callers, Scopes } from '../api.js';
import type { QueryInvalid } from '../http-failure.js';
import type { Refusal } from '../refusal.js';
import type { Reply, SuccessStatus } from '../reply.js';

/** The names of the parameters in a path: `orgId` in `/organisations/:orgId/security-policy`. */
export type PathParam<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParam<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What an operation gets of the request, read and checked. */
export interface OperationInput<Param extends string, Query, Body> {
  /** The path's parameters, decoded: 1 to 255 characters, no control characters. */
  readonly params: Readonly<Record<Param, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** What an operation may answer to a request that was let in and read. */
export type OperationAnswer = Reply | Refusal<DomainError | QueryInvalid>;

/** The body of each status of success. */
export type AnswerSchemas = { readonly [Status in SuccessStatus]?: z.ZodType };

/** One operation: all that is said of it stands here, and the documents are made of it. */
export interface Operation<
  Api extends ApiName,
  Path extends string,
  Query = unknown,
  Body = unknown,
  Answer extends OperationAnswer = OperationAnswer,
> {
  /** Its name in the OpenAPI document, and in clients that are made of it. */
  readonly id: string;
  readonly api: Api;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the mount point; a segment that begins with a colon is a parameter. */
  readonly path: Path;
  /** What it does, in one line for its documentation. */
  readonly summary: string;
  /** The scope that the credential needs. */
  readonly scope: Scopes[Api];
  /** What each parameter of the path is. */
  readonly params: Readonly<Record<PathParam<Path>, z.ZodType<string>>>;
  /** The parameters of the query; null where there are none, and then the query is not looked at. */
  readonly query: (z.ZodObject<z.ZodRawShape> & z.ZodType<Query>) | null;
  /**
   * The shape of the body, which may be left out where the schema takes `undefined`; null where there is
   * none, and then whatever was sent is never read.
   */
  readonly body: z.ZodType<Body> | null;
  /** The bodies of its successes, by status. */
  readonly answers: AnswerSchemas;
  /** What the services behind it refuse; `reasonsOf` adds what stands in front of them. */
  readonly refuses: readonly DomainError['code'][];
  serve(caller: Callers[Api], input: OperationInput<PathParam<Path>, Query, Body>): Promise<Answer>;
}

/** Any operation. */
export type AnyOperation = { [Api in ApiName]: Operation<Api, string> }[ApiName];

/** The statuses of its successes. */
export function statusesOf({ answers }: Pick<AnyOperation, 'answers'>): readonly number[] {
  return Object.keys(answers).map(Number);
}

/**
 * An operation that gets exactly what its API, path and schemas give, and whose `answers` and `refuses` name exactly
 * what it gives: one too many or too few, or a body of another shape, leaves no operation, but a type that names it.
 */
export function defineOperation<
  Api extends ApiName,
  Path extends string,
  Query,
  Body,
  Answer extends OperationAnswer,
  const Answers extends AnswerSchemas,
  const Refuses extends readonly DomainError['code'][],
>(
  operation: Operation<Api, Path, Query, Body, Answer> & {
    readonly answers: Answers;
    readonly refuses: Refuses;
  },
): Exactly<
  keyof Answers,
  StatusOf<Answer>,
  Exactly<
    Refuses[number],
    CodeOf<Answer>,
    [MisfitOf<Answers, Answer>] extends [never]
      ? Operation<Api, string>
      : { readonly misfit: MisfitOf<Answers, Answer> }
  >
>;
export function defineOperation(operation: unknown): unknown {
  return operation;
}

type Exactly<Listed, Actual, Then> = [Exclude<Actual, Listed>] extends [never]
  ? [Exclude<Listed, Actual>] extends [never]
    ? Then
    : { readonly tooMany: Exclude<Listed, Actual> }
  : { readonly missing: Exclude<Actual, Listed> };

type StatusOf<Answer> = Answer extends Reply<infer Status> ? Status : never;

/** The replies whose body is not of the schema of their status. */
type MisfitOf<Answers extends AnswerSchemas, Answer> =
  Answer extends Reply<infer Status, infer Body>
    ? Body extends z.input<NonNullable<Answers[Status]>>
      ? never
      : Answer
    : never;

/** Without `query_invalid`, which follows from the operation's `query`. */
type CodeOf<Answer> =
  Answer extends Refusal<infer F> ? Exclude<F['code'], QueryInvalid['code']> : never;
