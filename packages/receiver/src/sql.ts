import { hasMethods } from '@stepward/core/events';

/**
 * Runs SQL on Postgres, each text as one statement: a pool, a client or a transaction. Those of `pg` can be passed
 * unchanged.
 */
export interface SqlExecutor {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>;
}

/** @throws TypeError where it is none. */
export function checkExecutor(factory: string, executor: SqlExecutor): void {
  if (hasMethods('query')(executor)) return;
  throw new TypeError(`${factory}: pass a pool or a client with a method query`);
}

/** The name of a table, or of a schema and a table. */
const TABLE_NAME = /^[a-z_][a-z0-9_]{0,62}(?:\.[a-z_][a-z0-9_]{0,62})?$/;

/** `app.events` → `"app"."events"`. */
export function quoteTable(table: string): string {
  if (!TABLE_NAME.test(table)) {
    throw new TypeError('a table is named by lower-case letters, digits and underscores');
  }
  return table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');
}
