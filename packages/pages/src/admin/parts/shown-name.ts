/** In Unicode code points, as the names of authenticators. */
const MOST_SHOWN = 64;

/**
 * What is invisible, reorders the text around it, or no font can show: a name must not pretend to be another one, nor a part
 * of the page. The joiners of Persian and Indic scripts (U+200C, U+200D) stay.
 */
const HIDDEN = /(?![\u200C\u200D])[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** In UTF-16 units: people choose their names, and a long one must not cost a request. */
const MOST_READ = 1_024;

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
  const text = name.slice(0, MOST_READ).replaceAll(/\s+/gu, ' ').replaceAll(HIDDEN, '').trim();
  if (!VISIBLE.test(text)) return null;
  const characters = Array.from(text);
  return characters.length <= MOST_SHOWN
    ? text
    : `${characters.slice(0, MOST_SHOWN - 1).join('')}…`;
}

/** What an id may hide: spaces as well, and the backslash, so that what is written out is told from what was typed. */
const HIDDEN_IN_ID = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\\]/gu;

/**
 * Returns an id as a page shows it: what is invisible or reorders the text is written out, so that two ids never look the same
 * because of it.
 *
 * @example
 * shownId('ada\u200B'); // 'ada\\u{200b}'
 */
export function shownId(id: string): string {
  return id.replaceAll(HIDDEN_IN_ID, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`);
}
