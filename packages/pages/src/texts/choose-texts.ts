import { isObject, isText } from '@stepward/core/adapter';
import type { RequestHead } from '@stepward/http';
import Negotiator from 'negotiator';
import { english } from './english.js';
import { german } from './german.js';
import type { Texts } from './texts.js';

/** The texts of one language, and its BCP 47 tag. */
export interface ChosenTexts {
  readonly locale: string;
  readonly texts: Texts;
}

/**
 * Changes to texts by locale. A locale that is shipped (`en`, `de`) may have some of them, another one must have all.
 */
export type TextChanges = Readonly<Record<string, Partial<Texts>>>;

/** Chooses the language of a page: the locale of the link, otherwise `Accept-Language`, otherwise English. */
export type ChooseTexts = (
  headers: RequestHead['headers'],
  linkLocale: string | null,
) => ChosenTexts;

const SHIPPED: Readonly<Record<string, Texts>> = { en: english, de: german };
const NAMES = Object.keys(english) as readonly (keyof Texts)[];

/** @throws TypeError that names the locale and the text that is missing, unknown or no text. */
export function createTextChooser(changes: TextChanges): ChooseTexts {
  const all = new Map(Object.entries(SHIPPED));
  for (const [locale, changed] of Object.entries(changes)) {
    all.set(locale, checkedTexts(locale, { ...SHIPPED[locale], ...changed }));
  }
  const locales = [...all.keys()];
  return (headers, linkLocale) => {
    const wanted = [
      ...(linkLocale === null ? [] : [linkLocale]),
      ...(headers['accept-language'] ?? []),
    ];
    const negotiator = new Negotiator({ headers: { 'accept-language': wanted.join(', ') } });
    const [locale = 'en'] = negotiator.languages(locales);
    return { locale, texts: all.get(locale) ?? english };
  };
}

function checkedTexts(locale: string, texts: Partial<Texts>): Texts {
  const given: Readonly<Record<string, unknown>> = isObject(texts) ? { ...texts } : {};
  const where = `createCodePage: texts.${locale}`;
  for (const name of NAMES) {
    if (!isText(given[name])) throw new TypeError(`${where}.${name} must be a text`);
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(english, name)) throw new TypeError(`${where} has no text ${name}`);
  }
  if (given['direction'] !== 'ltr' && given['direction'] !== 'rtl') {
    throw new TypeError(`${where}.direction must be 'ltr' or 'rtl'`);
  }
  return texts as Texts;
}
