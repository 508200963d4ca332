import type { ChosenTexts } from '../texts/choose-texts.js';
import type { Language } from '../texts/language.js';

/** A date and time in UTC, in the language of the page: `1 Jan 2026, 12:00:00 UTC`. */
export function formatTime(time: Date, { locale }: ChosenTexts<Language>): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(time);
}

export interface TimeProps {
  readonly at: Date;
  readonly chosen: ChosenTexts<Language>;
}

export function Time({ at, chosen }: TimeProps) {
  return <time datetime={at.toISOString()}>{formatTime(at, chosen)}</time>;
}

/** A date and time of a form, which has no zone, as one in UTC. Others stay as they are, for the service to refuse. */
export function utcTime(entered: string): string {
  const [, minutes, seconds = ':00'] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?$/.exec(entered) ?? [];
  return minutes === undefined ? entered : `${minutes}${seconds}Z`;
}
