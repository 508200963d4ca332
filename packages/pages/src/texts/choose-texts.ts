import { isObject, isText } from '@stepward/core/adapter';
import type { RequestHead } from '@stepward/http';
import Negotiator from 'negotiator';
import type { Language } from './language.js';

/** The texts of one language, and its BCP 47 tag. */
export interface ChosenTexts<Of extends Language> {
  readonly locale: string;
  readonly texts: Of;
}

/**
 * Changes to texts by locale. A locale that is shipped (`en`, `de`) may have some of them, another one must have all.
 */
export type TextChanges<Of extends Language> = Readonly<Record<string, Partial<Of>>>;

/** The languages that a page ships. */
export interface ShippedTexts<Of extends Language> {
  readonly en: Of;
  readonly de: Of;
}

/** Chooses the language of a page: the given locale, otherwise `Accept-Language`, otherwise English. */
export type ChooseTexts<Of extends Language> = (
  headers: RequestHead['headers'],
  locale: string | null,
) => ChosenTexts<Of>;

/**
 * @param factory what an error starts with
 * @throws TypeError that names the locale and the text that is missing, unknown or no text.
 */
export function createTextChooser<Of extends Language>(
  factory: string,
  shipped: ShippedTexts<Of>,
  changes: TextChanges<Of>,
): ChooseTexts<Of> {
  const all = new Map<string, Of>(Object.entries(shipped));
  for (const [locale, changed] of Object.entries(changes)) {
    const texts = { ...all.get(locale), ...changed };
    all.set(locale, checkedTexts(`${factory}: texts.${locale}`, shipped.en, texts));
  }
  const locales = [...all.keys()];
  return (headers, linkLocale) => {
    const wanted = [
      ...(linkLocale === null ? [] : [linkLocale]),
      ...(headers['accept-language'] ?? []),
    ];
    const negotiator = new Negotiator({ headers: { 'accept-language': wanted.join(', ') } });
    const [locale = 'en'] = negotiator.languages(locales);
    return { locale, texts: all.get(locale) ?? shipped.en };
  };
}

function checkedTexts<Of extends Language>(where: string, english: Of, texts: Partial<Of>): Of {
  const given: Readonly<Record<string, unknown>> = isObject(texts) ? { ...texts } : {};
  for (const name of Object.keys(english)) {
    if (!isText(given[name])) throw new TypeError(`${where}.${name} must be a text`);
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(english, name)) throw new TypeError(`${where} has no text ${name}`);
  }
  if (given['direction'] !== 'ltr' && given['direction'] !== 'rtl') {
    throw new TypeError(`${where}.direction must be 'ltr' or 'rtl'`);
  }
  return texts as Of;
}
