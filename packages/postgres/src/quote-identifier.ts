/** Postgres cuts longer names without an error, and two of them could become one. */
const MAX_BYTES = 63;

/**
 * The name of a schema, a table or a role as it may stand in SQL: `my "role"` → `"my ""role"""`.
 *
 * @throws TypeError where Postgres takes no such name: it is empty, longer than 63 bytes of UTF-8, or
 * holds a zero character.
 */
export function quoteIdentifier(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > MAX_BYTES) {
    throw new TypeError('a database name has 1 to 63 bytes, none of them zero');
  }
  return `"${name.replaceAll('"', '""')}"`;
}
