/** UTF-16 units of an answer's body that the log keeps; a sender reads no more than as many bytes. */
const MAX_LENGTH = 16_384;

/** An answer's body as a log may keep it: cut, and without the zero character, which Postgres has no text for. */
export function answerExcerpt(body: string): string {
  return body.slice(0, MAX_LENGTH).replaceAll('\0', '\uFFFD');
}
