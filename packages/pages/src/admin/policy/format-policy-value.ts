import { POLICY_FIELDS, type PolicyFieldName } from '@stepward/core/policy';
import type { ChosenTexts } from '../../texts/choose-texts.js';
import type { PolicyTexts } from './policy-english.js';
import { daysOf, isPeriod } from './policy-view.js';

type Chosen = ChosenTexts<PolicyTexts>;

/** A value of a field as a person reads it: `12 characters`, `Text message`, `Yes`. */
export function formatValue(name: PolicyFieldName, value: unknown, chosen: Chosen): string {
  const { texts } = chosen;
  if (Array.isArray(value)) {
    const names = (value as readonly string[]).map((each) => wordText(each, texts));
    return names.length === 0 ? texts.noFactor : names.join(texts.listSeparator);
  }
  if (typeof value === 'string' || typeof value === 'boolean')
    return wordText(String(value), texts);
  if (value === null && name === 'preferredFactor') return texts.usualOrder;
  if (typeof value !== 'number') return texts.noFactor;
  if (value === 0 && isPeriod(POLICY_FIELDS[name])) return texts.unlimited;
  return partsOf(name, value, chosen)
    .map(({ value: part }) => part)
    .join('');
}

/** The unit that a field is entered in; empty for a plain number. */
export function unitOf(name: PolicyFieldName, chosen: Chosen): string {
  return partsOf(name, 2 * 86_400_000, chosen)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join('');
}

interface Part {
  readonly type: string;
  readonly value: string;
}

function partsOf(name: PolicyFieldName, value: number, { locale, texts }: Chosen): readonly Part[] {
  const { unit } = POLICY_FIELDS[name];
  const style = { style: 'unit', unitDisplay: 'long' } as const;
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: 4,
    ...(unit === 'minute' && { ...style, unit }),
    ...((unit === 'day' || unit === 'millisecond') && { ...style, unit: 'day' }),
  });
  const parts: readonly Part[] = format.formatToParts(
    unit === 'millisecond' ? daysOf(value) : value,
  );
  return unit === 'character'
    ? [...parts, { type: 'literal', value: ' ' }, { type: 'unit', value: texts.charactersUnit }]
    : parts;
}

/** The text of a word; the word itself where there is none. */
export function wordText(word: string, texts: PolicyTexts): string {
  const name = `word_${word}`;
  return Object.hasOwn(texts, name) ? texts[name as 'word_true'] : word;
}
