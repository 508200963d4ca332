/**
 * The part of a connection pool that this package uses, so it depends on no library's types: a
 * `pg.Pool` fits as it is.
 */
export interface PostgresPool {
  /** Takes a client, waiting if all are in use. Each unit of work takes exactly one. */
  connect(): Promise<PostgresClient>;
  /** Reports lost idle connections. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  /** Announces new connections before they are handed out. */
  on?(event: 'connect', listener: (client: PostgresClient) => void): unknown;
}

/** Completes "must be …". */
export const A_POOL = 'a pool of connections, for example new pg.Pool({ connectionString })';

/** A client while it is taken from its pool. */
export interface PostgresClient extends PostgresExecutor {
  /** Gives the client back; `true` closes its connection instead. */
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** Runs SQL. */
export interface PostgresExecutor {
  query(query: PostgresQuery): Promise<PostgresResult>;
}

/** One round trip. Without `values` the text may hold several statements. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: unknown[];
  /** Prepares the statement under this name, once per connection; at most 63 bytes. */
  readonly name?: string;
}

export interface PostgresResult {
  readonly rows: unknown[];
  readonly rowCount: number | null;
  /** The command that the server executed, for example `COMMIT`. */
  readonly command?: string;
}
