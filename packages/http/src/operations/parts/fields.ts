import type { EventRegistry } from '@stepward/core';
import { parseIsoMoment } from '@stepward/core/adapter';
import { TEST_EVENT_TYPE } from '@stepward/core/events';
import { z } from 'zod';
import { isId } from '../../api.js';

/** Fields that several resources share. `meta` is used in the documents. */

/** An id that callers send, with an example. */
export function idLike(example: string) {
  return z
    .string()
    .refine(isId, '1 to 255 characters, no control characters')
    .meta({ minLength: 1, maxLength: 255, examples: [example] });
}

/** An id that Stepward assigned. */
export const id = idLike('01935c9e-6d2a-7e64-8a3b-0c1d2e3f4a5b');

/** A string in a response, with an example. */
export function text(example: string) {
  return z.string().meta({ examples: [example] });
}

export const maskedPhone = text('+14*****0101');

/** A time in a response; null if it is in the future or unknown. */
export const time = z
  .date()
  .meta({ type: 'string', format: 'date-time', examples: ['2026-01-01T00:00:00.000Z'] });

/** A typed code. The service parses it after its earlier checks; a missing code is malformed. */
export const typedCode = z
  .unknown()
  .meta({ type: 'string', examples: ['493817'] })
  .optional();

/** A name that a person gives. The service checks it after its earlier checks; a missing name is malformed. */
export const givenName = z
  .unknown()
  .meta({ type: 'string', minLength: 1, maxLength: 64, examples: ['Work phone'] })
  .optional();

/** Items of a page, by default and at most (docs/decisions.md, "Pagination"). */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const limit = z
  .string()
  .transform((text, { issues }) => {
    // Of any size, because a number that is too large for JavaScript also exceeds the bound.
    if (/^-?[0-9]+$/.test(text)) return Math.max(0, Math.min(Number(text), MAX_LIMIT + 1));
    issues.push({ code: 'invalid_type', expected: 'int', input: text });
    return z.NEVER;
  })
  .pipe(z.number().min(1).max(MAX_LIMIT))
  .default(DEFAULT_LIMIT)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT });

/** A parameter of a query that is null where it is left out. */
export function parameter<T>(schema: z.ZodType<T, string>) {
  return schema.optional().transform((value): T | null => value ?? null);
}

/** Verified where the list is known. */
const cursor = parameter(z.string().meta({ description: 'The `next_cursor` of the page before.' }));

/** `?limit=` and `?cursor=`. */
export const pageQuery = z.object({ limit, cursor });

/** The parameters of a page. */
export type PageQuery = z.output<typeof pageQuery>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT_LIMIT =
  'ISO 8601, with Z or an offset where it has a time, in the years 0000 to 9999 in UTC';

/**
 * ISO 8601: a date, which means midnight UTC, or a date and time with `Z` or an offset; in the years 0000
 * to 9999 in UTC.
 */
export const moment = parameter(
  z
    .string()
    .transform((text, { issues }): Date => {
      const value = parseIsoMoment(DATE.test(text) ? `${text}T00:00:00Z` : text);
      if (value !== null) return value;
      issues.push({ code: 'invalid_format', format: 'moment', input: text, message: MOMENT_LIMIT });
      return z.NEVER;
    })
    .meta({ type: 'string', format: 'date-time', description: MOMENT_LIMIT }),
);

/** A page of items with a time: from `since` on, before `until`. */
export const rangeQuery = pageQuery.extend({ since: moment, until: moment });

/** One of a closed list of words. */
export function oneOf<Word extends string>(words: readonly [Word, ...Word[]]) {
  return parameter(z.enum(words));
}

/** An id to filter by. */
export const idFilter = parameter(id);

/** The name of an event, canonical or legacy; the canonical one is listed and searched. */
export function eventTypeFilter(registry: EventRegistry) {
  const values = [...registry.types, TEST_EVENT_TYPE];
  return parameter(
    z
      .string()
      .transform((text, { issues }): string => {
        const known = text === TEST_EVENT_TYPE ? text : registry.find(text)?.type;
        if (known !== undefined) return known;
        issues.push({ code: 'invalid_value', values, input: text });
        return z.NEVER;
      })
      .meta({ enum: values, description: 'Legacy names are accepted as well.' }),
  );
}

const pagination = z
  .object({ next_cursor: text('eyJhIjoxfQ').nullable(), has_more: z.boolean() })
  .meta({ title: 'Pagination' });

/** A page of a list (docs/decisions.md, "Pagination"); a null cursor means that it was the last. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), pagination });
}
