/** In Unicode code points, as the names of authenticators. */
const MOST_SHOWN = 64;

/**
 * What is invisible, reorders the text around it, or no font can show: a name must not pretend to be another one, nor a part
 * of the page. The joiners of Persian and Indic scripts (U+200C, U+200D) stay.
 */
const HIDDEN = /(?![\u200C\u200D])[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** Whether anything can be seen. */
const VISIBLE = /[^\s\u200C\u200D]/u;

/**
 * Returns a name of a person as a page shows it: in one line, of at most 64 characters, without what is invisible. Null for
 * what is no text, or has nothing that can be seen.
 *
 * @example
 * shownName('Ada\u202E\nLovelace'); // 'Ada Lovelace'
 */
export function shownName(name: unknown): string | null {
  if (typeof name !== 'string') return null;
  const text = name.replaceAll(/\s+/gu, ' ').replaceAll(HIDDEN, '').trim();
  if (!VISIBLE.test(text)) return null;
  const characters = Array.from(text);
  return characters.length <= MOST_SHOWN
    ? text
    : `${characters.slice(0, MOST_SHOWN - 1).join('')}…`;
}
