/** Postgres cuts longer names without an error, and two of them could become one. */
const MAX_BYTES = 63;

/**
 * Quotes the name of a schema, a table or a role for SQL: `my "role"` → `"my ""role"""`.
 *
 * @throws TypeError where Postgres takes no such name: it is empty, longer than 63 bytes of UTF-8, or holds a zero
 * character.
 */
export function quoteIdentifier(name: string): string {
  if (!isDatabaseName(name)) throw new TypeError(`a database name must be ${A_NAME}`);
  return `"${name.replaceAll('"', '""')}"`;
}

/** Completes "must be …". */
export const A_NAME = 'a string of 1 to 63 bytes, none of them zero';

/** Whether Postgres accepts it as the name of a schema or a role. */
export function isDatabaseName(name: unknown): boolean {
  if (typeof name !== 'string' || name === '' || name.includes('\0')) return false;
  return Buffer.byteLength(name) <= MAX_BYTES;
}

/**
 * Quotes a string for SQL, for example the body of a function: `it's` → `E'it''s'`. Unlike a tag between dollars, no
 * content can end it early.
 */
export function quoteLiteral(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
