/**
 * The neutral shapes of `@stepward/http`, as far as receipts need them, so that a service that only sends does not install it: a
 * {@link ReceiptsApi} is an `HttpApi` for every binding.
 */

/** A request, as a binding hands it over. */
export interface ReceiptsHttpRequest {
  /** Upper case. */
  readonly method: string;
  /** The path below the mount point, without query, not decoded. */
  readonly path: string;
  /** Lower-case name → its values, one per header line. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>;
  /** By the framework's proxy settings; null where it knows no addresses. */
  readonly clientAddress: string | null;
  /** Reads the body, at most `limit` bytes of it, until the deadline aborts. `parsed`: a body parser came first. */
  readBody(
    limit: number,
    deadline: AbortSignal,
  ): Promise<
    | { readonly type: 'bytes'; readonly bytes: Uint8Array }
    | { readonly type: 'parsed' | 'too_large' | 'incomplete' | 'timed_out' }
  >;
}

/** An answer; none has a body. */
export interface ReceiptsHttpResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: null;
}

/** What the bindings of Express, Fastify and the Fetch API mount. */
export interface ReceiptsApi {
  /** Answers a request, or returns null for an unknown path. Never rejects. */
  handle(request: ReceiptsHttpRequest): Promise<ReceiptsHttpResponse | null>;
  /** The paths that it answers; `:name` is any one segment. */
  readonly paths: readonly string[];
}
