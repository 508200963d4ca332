/**
 * Quotes a string for SQL, for example the body of a function: `it's` → `E'it''s'`. Unlike a tag between dollars, no
 * content can end it early.
 */
export function quoteLiteral(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
