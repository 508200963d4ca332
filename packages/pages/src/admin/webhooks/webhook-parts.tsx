import type { SubscriberInvalid } from '@stepward/core';
import type { Child } from 'hono/jsx';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import { formatTime } from '../../layout/time.js';
import type { ChosenTexts } from '../../texts/choose-texts.js';
import type { FieldFault } from '../parts/form-fields.js';
import type { SubscriberHealth } from './subscribers/subscriber-view.js';
import type { WebhooksTexts } from './webhooks-english.js';

/** What every part of the pages is drawn with. */
export type WebhooksFrame = PageFrame<WebhooksTexts>;

type Violation = SubscriberInvalid['violations'][number];

/** A number in the language of the page. */
export function formatCount(count: number, { locale }: ChosenTexts<WebhooksTexts>): string {
  return new Intl.NumberFormat(locale).format(count);
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

/** A part of a list as a table, with the ways on from it. */
export function ListTable<Item>({
  list,
  columns,
  row,
  none,
  chosen: { texts },
}: {
  readonly list: ListView<Item>;
  readonly columns: readonly string[];
  /** Returns a cell for each column. */
  readonly row: (item: Item) => readonly Child[];
  /** What stands in place of an empty list. */
  readonly none: string;
  readonly chosen: WebhooksFrame['chosen'];
}) {
  const { items, older, newest } = list;
  return [
    items.length === 0 ? (
      <p class="soft">{none}</p>
    ) : (
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr>
              {row(item).map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    ),
    (older !== null || newest !== null) && (
      <p class="actions">
        {newest !== null && <a href={newest}>{texts.newest}</a>}
        {older !== null && <a href={older}>{texts.older}</a>}
      </p>
    ),
  ];
}

/** What is wrong with a field; null where it broke no rule. */
export function faultOf(
  name: string,
  violations: readonly Violation[],
  { texts }: WebhooksFrame['chosen'],
): FieldFault | null {
  const violation = violations.find(({ field }) => field === name);
  if (violation === undefined) return null;
  const { rule } = violation;
  return { rule, text: texts[FAULTS.get(rule) ?? 'faultValue'] };
}

const FAULTS: ReadonlyMap<string, keyof WebhooksTexts> = new Map([
  ['required', 'faultUrl'],
  ['url', 'faultUrl'],
  ['target', 'faultTarget'],
  ['text', 'faultText'],
  ['event_types', 'faultEvents'],
  ['headers', 'faultHeaders'],
  ['headers_origin', 'faultHeadersOrigin'],
  ['date_time', 'faultTime'],
]);
