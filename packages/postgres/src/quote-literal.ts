/**
 * A text as it may stand in SQL, the body of a function for one: `it's` → `E'it''s'`. Whatever is in it,
 * nothing ends it early, as a tag between dollars would where a name in the body holds that tag.
 */
export function quoteLiteral(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
