import pg from 'pg';

/**
 * Runs `work` on a connection of its own and closes it. Connecting gives up after 5 seconds.
 *
 * The listener is there because a connection that the server ends emits `error` beside failing its
 * queries, and an `error` without a listener ends the process.
 */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
