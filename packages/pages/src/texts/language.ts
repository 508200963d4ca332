/** What every set of texts has. */
export interface Language {
  /** The direction of the language. */
  readonly direction: 'ltr' | 'rtl';
}

/** Of the languages that are written from left to right. */
export const LEFT_TO_RIGHT: Language = { direction: 'ltr' };
