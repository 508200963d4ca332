import type { SubscriberInvalid } from '@stepward/core';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import type { ChosenTexts } from '../../texts/choose-texts.js';
import type { SubscriberHealth } from './subscribers/subscriber-view.js';
import type { WebhooksTexts } from './webhooks-english.js';

/** What every part of the pages is drawn with. */
export type WebhooksFrame = PageFrame<WebhooksTexts>;

type Violation = SubscriberInvalid['violations'][number];

/** A date and time in UTC, in the language of the page: `1 Jan 2026, 12:00:00 UTC`. */
export function formatTime(time: Date, { locale }: ChosenTexts<WebhooksTexts>): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(time);
}

/** A number in the language of the page. */
export function formatCount(count: number, { locale }: ChosenTexts<WebhooksTexts>): string {
  return new Intl.NumberFormat(locale).format(count);
}

export function Time({
  at,
  chosen,
}: {
  readonly at: Date;
  readonly chosen: WebhooksFrame['chosen'];
}) {
  return <time datetime={at.toISOString()}>{formatTime(at, chosen)}</time>;
}

/** How a subscriber is doing, in words; colours only repeat them. */
export function Health({ health, chosen }: WebhooksFrame & { readonly health: SubscriberHealth }) {
  const { texts } = chosen;
  switch (health.type) {
    case 'enabled':
      return <span class="tag ok">{texts.enabled}</span>;
    case 'failing':
      return (
        <span class="tag no">
          {fillText(texts.failing, { time: formatTime(health.since, chosen) })}
        </span>
      );
    case 'disabled':
      return <span class="tag">{texts[`disabled_${health.reason}`]}</span>;
  }
}

/** A part of a list, and where the next one is. */
export interface ListView<Item> {
  readonly items: readonly Item[];
  /** The address of the next page; null on the last one. */
  readonly older: string | null;
  /** The address of the first page; null on it. */
  readonly newest: string | null;
}

/** The ways on from a part of a list. */
export function Pager({ list, chosen }: WebhooksFrame & { readonly list: ListView<unknown> }) {
  const { older, newest } = list;
  if (older === null && newest === null) return null;
  return (
    <p class="actions">
      {newest !== null && <a href={newest}>{chosen.texts.newest}</a>}
      {older !== null && <a href={older}>{chosen.texts.older}</a>}
    </p>
  );
}

/** What is wrong with a field; nothing where it broke no rule. */
export function Fault({
  name,
  violations,
  chosen,
}: {
  readonly name: string;
  readonly violations: readonly Violation[];
  readonly chosen: WebhooksFrame['chosen'];
}) {
  const violation = violations.find(({ field }) => field === name);
  if (violation === undefined) return null;
  return (
    <p class="fault" id={`${name}-fault`} data-rule={violation.rule}>
      {chosen.texts[FAULTS.get(violation.rule) ?? 'faultValue']}
    </p>
  );
}

/** The attributes of a field that may have a fault. */
export function faultAttributes(name: string, violations: readonly Violation[], hasHint = true) {
  const isFaulty = violations.some(({ field }) => field === name);
  const texts = [...(hasHint ? [`${name}-hint`] : []), ...(isFaulty ? [`${name}-fault`] : [])];
  return {
    'aria-invalid': isFaulty ? ('true' as const) : undefined,
    'aria-describedby': texts.length > 0 ? texts.join(' ') : undefined,
  };
}

const FAULTS: ReadonlyMap<string, keyof WebhooksTexts> = new Map([
  ['required', 'faultUrl'],
  ['url', 'faultUrl'],
  ['target', 'faultTarget'],
  ['text', 'faultText'],
  ['event_types', 'faultEvents'],
  ['date_time', 'faultTime'],
]);
