/** The part of a connection pool that is used: a `pg.Pool` fits as it is. */
export interface StreamsPool {
  connect(): Promise<StreamsClient>;
}

export interface StreamsClient {
  query(query: { readonly text: string; readonly values?: unknown[] }): Promise<{
    readonly rows: unknown[];
  }>;
  /** Gives the client back; `true` closes its connection instead. */
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  removeListener(event: 'error', listener: (error: Error) => void): unknown;
}

/** Runs one statement, and returns its rows. */
export type Query = (text: string, values?: unknown[]) => Promise<readonly unknown[]>;

/** Runs `work` in one transaction on one client. After an error of any kind its connection is closed, which rolls back. */
export async function inTransaction<T>(
  pool: StreamsPool,
  begin: string,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  // A lost connection fails the statement under way. Without a listener it would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let isClean = false;
  try {
    await client.query({ text: begin });
    const result = await work(async (text, values = []) => {
      const { rows } = await client.query({ text, values });
      return rows;
    });
    await client.query({ text: 'commit' });
    isClean = true;
    return result;
  } finally {
    client.removeListener('error', ignore);
    client.release(!isClean);
  }
}

/** Quotes a name for SQL. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Whether Postgres takes a value as a name. */
export function isName(name: unknown): boolean {
  if (typeof name !== 'string' || name === '' || name.includes('\0')) return false;
  return Buffer.byteLength(name) <= 63;
}

export const A_NAME = 'a string of 1 to 63 bytes, none of them zero';
export const A_POOL = 'a pool of connections, for example new pg.Pool({ connectionString })';
export const DEFAULT_SCHEMA = 'stepward_ssf';
