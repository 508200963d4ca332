/** UTF-16 units of an answer's body that the log keeps; a sender reads no more than as many bytes. */
const MAX_LENGTH = 16_384;

/** Prepares a response body for the log: truncated, and without the zero character, which Postgres cannot store. */
export function answerExcerpt(body: string): string {
  return body.slice(0, MAX_LENGTH).replaceAll('\0', '\uFFFD');
}
