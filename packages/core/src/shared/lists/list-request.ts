import {
  checkOptions,
  isText,
  optional,
  type OptionRule,
  type OptionRules,
} from '../checks/check-options.js';
import { hasMoment } from '../duration.js';
import type { PageRequest } from './page.js';

/** Default number of items in a page. */
const DEFAULT_LIMIT = 20;

/** Items of a page, at most. */
const MAX_LIMIT = 100;

/**
 * Reads the page that a caller requests; by default the first page, with 20 items.
 *
 * @param method named in the error, for example `events.list`
 * @throws TypeError where `limit` is not an integer from 1 to 100, or `position` is not a string or null
 */
export function readPage(
  method: string,
  { limit = DEFAULT_LIMIT, position = null, ...rest }: Partial<PageRequest> = {},
): PageRequest {
  const page = { limit, position, ...rest };
  const limits = `an integer from 1 to ${String(MAX_LIMIT)}`;
  checkOptions<PageRequest>(
    method,
    page,
    { limit: optional(limits, isLimit), position: optional('a string or null', isTextOrNull) },
    'page.',
  );
  return page;
}

/** The rule for a filter by text; null does not filter. */
export const textFilter: OptionRule = optional('a string or null', isTextOrNull);

/** The rule for a filter by time; null does not filter. */
export const dateFilter: OptionRule = optional('a Date or null', isDateOrNull);

/**
 * Reads a list's filter from the caller. Omitted fields become null, which does not filter.
 *
 * @throws TypeError that names what is wrong or unknown: a misspelt filter must not list everything
 */
export function readFilter<Filter extends object>(
  method: string,
  filter: Partial<Filter> | undefined,
  rules: OptionRules<Filter>,
): Filter {
  const given = filter ?? {};
  checkOptions<Partial<Filter>>(method, given, rules, 'filter.');
  const nothing = Object.fromEntries(Object.keys(rules).map((name) => [name, null]));
  const said = Object.entries<unknown>(given).filter(([, value]) => value !== undefined);
  return { ...nothing, ...Object.fromEntries(said) } as Filter;
}

function isLimit(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_LIMIT;
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value);
}

function isDateOrNull(value: unknown): boolean {
  return value === null || hasMoment(value);
}
