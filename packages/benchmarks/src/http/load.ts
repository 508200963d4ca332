/** One request of a load, and the status that it must get. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly token: string;
  /** JSON text; left out where there is none. */
  readonly body?: string;
  readonly status: number;
}

/** What a client process is told to do: so many sequences at a time, each one request after the other. */
export interface Load {
  readonly baseUrl: string;
  readonly sequences: readonly (readonly LoadRequest[])[];
  readonly concurrency: number;
}
