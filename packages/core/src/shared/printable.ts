/** Control characters and halves of surrogate pairs: no store keeps all of them, and no list shows them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** Whether a text can be kept everywhere and shown to people. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text);
}
