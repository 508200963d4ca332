import { codeEnglish, codeGerman, type CodeTexts } from '../code-texts.js';
import { FACTORS, united, type FactorCodePageTexts } from '../factors/factors.js';
import { codePageEnglish, type CodePageFrameTexts } from './code-page-english.js';
import { codePageGerman } from './code-page-german.js';

/**
 * All texts of the code page in one language. `{app}` is the application's name, `{phone}` the masked number, `{time}` a
 * wait as `1:30`; each may be left out of a text.
 */
export interface CodePageTexts extends CodePageFrameTexts, CodeTexts, FactorCodePageTexts {}

/** The name of a text. */
export type CodePageTextName = Exclude<keyof CodePageTexts, 'direction'>;

const factors = united<FactorCodePageTexts>(Object.values(FACTORS).map(({ codePage }) => codePage));

/** The languages that the code page ships. */
export const CODE_PAGE_TEXTS: { readonly en: CodePageTexts; readonly de: CodePageTexts } = {
  en: { ...codePageEnglish, ...codeEnglish, ...factors.en },
  de: { ...codePageGerman, ...codeGerman, ...factors.de },
};
