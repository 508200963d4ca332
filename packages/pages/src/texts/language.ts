/** What every set of texts has. */
export interface Language {
  /** The direction of the language. */
  readonly direction: 'ltr' | 'rtl';
}
