/** One request of a load. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly token: string;
  /** JSON text; left out where there is none. */
  readonly body?: string;
  /** The status that it must get; null where any will do. */
  readonly status: number | null;
}

/** The order to a client process: the number of parallel sequences, each of which is a series of requests. */
export interface Load {
  readonly baseUrl: string;
  readonly sequences: readonly (readonly LoadRequest[])[];
  readonly concurrency: number;
}

/** The result of a load. */
export interface LoadResult {
  /** Milliseconds that all of it took. */
  readonly ms: number;
  /** How many requests got each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds of each request, in the order of their ends. */
  readonly times: readonly number[];
}
