/** What calls take and give, derived from the types that are generated from the OpenAPI document. */
import type { paths } from './generated/paths.js';

/**
 * The HTTP API of a Stepward service: one method for each HTTP method, which takes a path of the OpenAPI document. No call
 * rejects: what went wrong is in `error`.
 */
export interface Client {
  readonly GET: Call<'get'>;
  readonly POST: Call<'post'>;
  readonly PUT: Call<'put'>;
  readonly PATCH: Call<'patch'>;
  readonly DELETE: Call<'delete'>;
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Call<M extends Method> = <Path extends PathsWith<M>>(
  path: Path,
  ...options: Arguments<CallOptions<Operation<Path, M>>>
) => Promise<Result<Operation<Path, M>>>;

type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Readonly<Record<M, object>> ? Path : never;
}[keyof paths];

type Operation<Path extends keyof paths, M extends Method> = paths[Path][M];

/** The options may be left out where none of them is required. */
type Arguments<Options> = object extends Options ? [options?: Options] : [options: Options];

/** `params` (`path`, `query`, `header`) and `body` as the document has them, and a signal that ends the call. */
export type CallOptions<Op> = ParamsOf<Op> & BodyOf<Op> & { readonly signal?: AbortSignal };

type ParamsOf<Op> = Op extends { readonly parameters: infer Parameters }
  ? Parameters extends { readonly path: object }
    ? { readonly params: Parameters }
    : { readonly params?: Parameters }
  : never;

type BodyOf<Op> = Op extends { readonly requestBody: { readonly content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : Op extends { readonly requestBody?: { readonly content: infer Content } }
    ? { readonly body?: Content[keyof Content] }
    : { readonly body?: never };

/** What a call comes to: `data`, or else an `error`. */
export type Result<Op> =
  | Success<Op>
  | { readonly data?: undefined; readonly error: Refusal<Op> | CallFailure };

/** What the service answered; where it has several statuses of success, `status` tells which `data` it is. */
export type Success<Op> = {
  [S in keyof Responses<Op> & SuccessStatus]: {
    readonly status: S;
    readonly data: Json<Responses<Op>[S]>;
    readonly error?: undefined;
  };
}[keyof Responses<Op> & SuccessStatus];

/** The problem details (RFC 9457) that the service answered: `reason` is one that the operation has. */
export type Refusal<Op> = {
  [S in Exclude<keyof Responses<Op>, SuccessStatus>]: Json<Responses<Op>[S]> & RetryAfter;
}[Exclude<keyof Responses<Op>, SuccessStatus>];

/**
 * There is no answer of the service.
 *
 * - `network_failed`: no connection, or the connection broke. `timed_out`, `aborted`: by `timeoutMs`, by `signal`. In
 *   these cases the service may have done what it was asked.
 * - `request_invalid`: the request cannot be written (an id is empty, `.` or `..`, a header has a line break);
 *   nothing was sent.
 * - `answer_unreadable`: an answer with this status that is not one of the API: a redirect, a page of a proxy, more
 *   than 32 MiB, or the problems of a host that changes their shape.
 */
export type CallFailure =
  | {
      readonly reason: 'network_failed' | 'timed_out' | 'aborted' | 'request_invalid';
      readonly status: null;
      readonly retryAfterMs: null;
    }
  | ({ readonly reason: 'answer_unreadable'; readonly status: number } & RetryAfter);

interface RetryAfter {
  /** Milliseconds, from `Retry-After`; null where the answer does not say, or says a date. */
  readonly retryAfterMs: number | null;
}

type SuccessStatus = 200 | 201 | 202;
type Responses<Op> = Op extends { readonly responses: infer Each } ? Each : never;
/** Other media types than JSON are not asked for. */
type Json<Response> = Response extends { readonly content: infer Content }
  ? Content[keyof Content & `application/${'' | 'problem+'}json`]
  : never;
