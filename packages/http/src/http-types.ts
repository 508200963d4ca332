/**
 * The neutral shapes between a web framework and Stepward. A binding turns its framework's request into
 * an {@link HttpRequest}, calls {@link HttpApi.handle}, and writes the {@link HttpResponse}.
 */
import { hasMethods } from '@stepward/core/adapter';

/** The part of a request that is known before its body is read. */
export interface RequestHead {
  /** Upper case, for example `PUT`. */
  readonly method: string;
  /** The path below the mount point, without query: `/v1/account/mfa`. Not decoded. */
  readonly path: string;
  /** The query without its question mark; empty where there is none. */
  readonly query: string;
  /**
   * Lower-case name → its values, one per header line, so a header sent twice shows. If the host's middleware
   * changed a header, the changed value counts.
   */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** The host name without port, as the framework's proxy settings give it; null where unknown. */
  readonly host: string | null;
  /**
   * The client's address, as the framework's proxy settings give it; never a raw header. Empty where the client has
   * disconnected, null where the framework knows no addresses: nothing is then limited by address.
   */
  readonly clientAddress: string | null;
  /** How the request came to the outermost proxy that the framework trusts; never a raw header. */
  readonly scheme: 'http' | 'https';
  /**
   * The framework's own request: that of Express or Fastify, or the `Request` of the Fetch API. The API passes it to
   * the host's functions (`credentials`, the lookup of an opaque token). It reads only `originalUrl`, for a warning about
   * the mount point.
   */
  readonly original: unknown;
}

/** One request, as the framework provides it. */
export interface HttpRequest extends RequestHead {
  /**
   * Reads the body, at most `limit` bytes of it, until the deadline aborts. Called at most once, and only for an
   * operation with a body.
   */
  readBody(limit: number, deadline: AbortSignal): Promise<HttpBody>;
}

/**
 * The result of `readBody`. `parsed`: a body parser of the host has run, and this is its value. `incomplete`: the
 * client disconnected, or sent less than it announced. `timed_out`: the deadline came first.
 */
export type HttpBody =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'parsed'; readonly value: unknown }
  | { readonly type: 'too_large' }
  | { readonly type: 'incomplete' }
  | { readonly type: 'timed_out' };

/**
 * One answer. `body` is text, of the API always JSON; or a stream of bytes, which reads on as they are taken; or null for none.
 * A stream ends with an error if what it reads fails, or if it was not taken to its end 360 000 milliseconds after it began.
 * Close the connection then, also while the client does not read.
 */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
}

/** The HTTP face of a Stepward instance, for any framework. */
export interface HttpApi {
  /**
   * Answers a request, or returns null for an unknown path, which is left to the host's own routes. Never rejects: an
   * unexpected error is logged and answered with 500.
   */
  handle(request: HttpRequest): Promise<HttpResponse | null>;
  /**
   * The distinct paths it answers, for frameworks that register routes one by one. A segment that begins with a colon
   * matches any one segment: `/v1/customer/api-keys/:keyId`.
   */
  readonly paths: readonly string[];
}

const isHttpApi = hasMethods('handle');

/**
 * Checks the argument of a binding, for authors of bindings.
 *
 * @param usage how the binding is called, for example `stepwardExpress(api)`
 * @throws TypeError that says what to pass, where the value is not what `createHttpApi` returns.
 */
export function checkHttpApi(usage: string, api: unknown): asserts api is HttpApi {
  if (!isHttpApi(api)) {
    throw new TypeError(
      `${usage}: api must be what createHttpApi({ stepward, accessTokens }) returns`,
    );
  }
}
