/**
 * The neutral shapes between a web framework and Stepward. A binding turns its framework's request into
 * an {@link HttpRequest}, calls {@link HttpApi.handle}, and writes the {@link HttpResponse}.
 */

/** What is known of a request before its body is read. */
export interface RequestHead {
  /** Upper case, for example `PUT`. */
  readonly method: string;
  /** The path below the mount point, without query: `/v1/account/mfa`. Not decoded. */
  readonly path: string;
  /** The query without its question mark; empty where there is none. */
  readonly query: string;
  /**
   * Lower-case name → its values, one per header line, so that a header sent twice shows. What the host's
   * own middleware made of a header counts, not what was sent.
   */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** The host name without port, as the framework's proxy settings give it; null where unknown. */
  readonly host: string | null;
  /** The client's address, as the framework's proxy settings give it; never a raw header. */
  readonly clientAddress: string;
  /** How the request came to the outermost proxy that the framework trusts; never a raw header. */
  readonly scheme: 'http' | 'https';
  /**
   * The framework's own request: that of Express or Fastify, or the `Request` of the Fetch API. The API
   * hands it on to the host's functions (`credentials`, the lookup of an opaque token) and reads nothing of it.
   */
  readonly original: unknown;
}

/** One request, as far as the framework alone can know it. */
export interface HttpRequest extends RequestHead {
  /**
   * Reads the body, at most `limit` bytes of it, until the deadline aborts. Called once at most, and only
   * where a route has a body.
   */
  readBody(limit: number, deadline: AbortSignal): Promise<HttpBody>;
}

/**
 * What `readBody` found. `parsed`: a body parser of the host's ran before, and this is its value.
 * `incomplete`: the client went away, or sent less than it promised. `timed_out`: the deadline came first.
 */
export type HttpBody =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  | { readonly type: 'parsed'; readonly value: unknown }
  | { readonly type: 'too_large' }
  | { readonly type: 'incomplete' }
  | { readonly type: 'timed_out' };

/** One answer. `body` is JSON text; null for none. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The HTTP face of a Stepward instance, for any framework. */
export interface HttpApi {
  /**
   * Answers a request, or gives null where no route has its path, so that the host's own routes come
   * next. Never rejects: what goes wrong inside is logged and answered with 500.
   */
  handle(request: HttpRequest): Promise<HttpResponse | null>;
  /**
   * The distinct paths it answers, for frameworks that register routes one by one. A segment that begins
   * with a colon stands for any one segment: `/v1/customer/api-keys/:keyId`.
   */
  readonly paths: readonly string[];
}
