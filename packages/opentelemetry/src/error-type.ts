/** SQLSTATE (`57P01`), and the codes of Node and of its libraries (`ECONNREFUSED`). */
const CODE = /^(?:[0-9A-Z]{5}|[A-Z][A-Z_]{2,63})$/;

/** The name of a class of errors. */
const NAME = /^[A-Za-z][A-Za-z_]{0,63}$/;

/**
 * Returns the `error.type` of a thrown error: its code, otherwise its name, otherwise `_OTHER`. Its message is never
 * read, because messages repeat data.
 */
export function errorType(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '_OTHER';
  const code = 'code' in thrown ? thrown.code : null;
  return textIn(CODE, code) ?? textIn(NAME, thrown.name) ?? '_OTHER';
}

function textIn(shape: RegExp, value: unknown): string | null {
  return typeof value === 'string' && shape.test(value) ? value : null;
}
