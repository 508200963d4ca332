import { knownEventName, parseIsoMoment } from '@stepward/core/adapter';
import { EVENT_TYPES, OWN_EVENT_TYPES, TEST_EVENT_TYPE } from '@stepward/core/events';
import { z } from 'zod';
import { isId } from '../id.js';

/** Fields that several resources have. What stands in `meta` is for the documents. */

/** An id, as callers send it. */
export const id = z
  .string()
  .refine(isId, '1 to 255 characters, no control characters')
  .meta({ minLength: 1, maxLength: 255 });

/** A time in an answer; a moment that has not come, or is not known, is null. */
export const time = z.date().meta({ type: 'string', format: 'date-time' });

/** What a service judges, because its rules need the state. It is documented as `described`. */
export function judged(described: z.ZodType): z.ZodUnknown {
  return z.unknown().meta(z.toJSONSchema(described, { io: 'input' }));
}

/** What a person types: the service judges it after what stands before it. */
export const typedCode = judged(z.string()).optional();

/** Items of a page, by default and at most (docs/decisions.md, "Pagination"). */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const limit = z
  .string()
  .transform((text, { issues }) => {
    // Of any size: what is beyond what a number holds breaks a bound as well.
    if (/^-?[0-9]+$/.test(text)) return Math.max(0, Math.min(Number(text), MAX_LIMIT + 1));
    issues.push({ code: 'invalid_type', expected: 'int', input: text });
    return z.NEVER;
  })
  .pipe(z.number().min(1).max(MAX_LIMIT))
  .default(DEFAULT_LIMIT)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT });

/** Opened where the list is known. */
const cursor = z
  .string()
  .nullable()
  .default(null)
  .meta({ type: 'string', description: 'The `next_cursor` of the page before.' });

/** `?limit=` and `?cursor=`. */
export const pageQuery = z.object({ limit, cursor });

/** What a page was asked for with. */
export type PageQuery = z.output<typeof pageQuery>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT_LIMIT =
  'ISO 8601, with Z or an offset where it has a time, in the years 0000 to 9999 in UTC';

/**
 * ISO 8601: a date, which means midnight UTC, or a date and time with `Z` or an offset; in the years 0000
 * to 9999 in UTC.
 */
const moment = z
  .string()
  .transform((text, { issues }): Date | null => {
    const value = parseIsoMoment(DATE.test(text) ? `${text}T00:00:00Z` : text);
    if (value !== null) return value;
    issues.push({ code: 'invalid_format', format: 'moment', input: text, message: MOMENT_LIMIT });
    return z.NEVER;
  })
  .nullable()
  .default(null)
  .meta({ type: 'string', format: 'date-time', description: MOMENT_LIMIT });

/** A page of items with a time: from `since` on, before `until`. */
export const rangeQuery = pageQuery.extend({ since: moment, until: moment });

/** One of a closed list of words; null where it is left out. */
export function oneOf<Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words).nullable().default(null).meta({ type: 'string' });
}

/** An id to filter by; null where it is left out. */
export const idFilter = id.nullable().default(null).meta({ type: 'string' });

/** The name of an event, canonical or legacy; the canonical one is listed and looked for. */
export const eventTypeFilter = z
  .string()
  .transform((text, { issues }): string | null => {
    const known = text === TEST_EVENT_TYPE ? text : knownEventName(text);
    if (known !== null) return known;
    const values = [...EVENT_TYPES, ...OWN_EVENT_TYPES, TEST_EVENT_TYPE];
    issues.push({ code: 'invalid_value', values, input: text });
    return z.NEVER;
  })
  .nullable()
  .default(null)
  .meta({ type: 'string' });

/** A page of a list (docs/decisions.md, "Pagination"); a null cursor says that it was the last. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    pagination: z.object({ next_cursor: z.string().nullable(), has_more: z.boolean() }),
  });
}
