import { withClient } from '../with-client.js';

/** The first row that a statement answers, on a connection of its own. */
export async function queryRow(url: string, text: string): Promise<Record<string, unknown>> {
  const { rows } = await withClient(url, (client) => client.query<Record<string, unknown>>(text));
  return rows[0] ?? {};
}
