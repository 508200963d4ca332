import type { AuditEventType, AuthenticationEntryType } from '@stepward/core';
import {
  AUDIT_EVENT_TYPES,
  AUTHENTICATION_ENTRY_TYPES,
  DELIVERY_STATUSES,
  knownEventName,
  parseIsoMoment,
  type DeliveryFilter,
  type EventFilter,
} from '@stepward/core/adapter';
import { EVENT_TYPES, OWN_EVENT_TYPES, TEST_EVENT_TYPE } from '@stepward/core/events';
import { isId } from '../id.js';
import type { QueryField } from '../read-query.js';

/** Items of a page, by default and at most (docs/decisions.md, "Pagination"). */
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const limit: QueryField<number> = {
  absent: DEFAULT_LIMIT,
  read: (text) => {
    if (!/^-?[0-9]+$/.test(text)) return { rule: 'type', limit: 'integer' };
    const value = Number(text);
    if (value < 1) return { rule: 'minimum', limit: 1 };
    return value > MAX_LIMIT ? { rule: 'maximum', limit: MAX_LIMIT } : { value };
  },
};

/** Opened where the list is known. */
const cursor: QueryField<string | null> = { absent: null, read: (text) => ({ value: text }) };

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT_LIMIT =
  'ISO 8601, with Z or an offset where it has a time, in the years 0000 to 9999 in UTC';

/**
 * ISO 8601: a date, which means midnight UTC, or a date and time with `Z` or an offset; in the years 0000
 * to 9999 in UTC.
 */
const moment: QueryField<Date | null> = {
  absent: null,
  read: (text) => {
    const value = parseIsoMoment(DATE.test(text) ? `${text}T00:00:00Z` : text);
    return value === null ? { rule: 'date_time', limit: MOMENT_LIMIT } : { value };
  },
};

/** One of a closed list of words. */
function oneOf<Word extends string>(words: readonly Word[]): QueryField<Word | null> {
  return {
    absent: null,
    read: (text) => {
      const value = words.find((word) => word === text);
      return value === undefined ? { rule: 'one_of', limit: words } : { value };
    },
  };
}

/** The name of an event, canonical or legacy; the canonical one is listed and looked for. */
const eventType: QueryField<string | null> = {
  absent: null,
  read: (text) => {
    const value = text === TEST_EVENT_TYPE ? text : knownEventName(text);
    return value === null
      ? { rule: 'one_of', limit: [...EVENT_TYPES, ...OWN_EVENT_TYPES, TEST_EVENT_TYPE] }
      : { value };
  },
};

const id: QueryField<string | null> = {
  absent: null,
  read: (text) =>
    isId(text)
      ? { value: text }
      : { rule: 'text', limit: '1 to 255 characters, no control characters' },
};

/** `?limit=`, 1 to 100, default 20, and `?cursor=`, the `next_cursor` of the page before. */
export const pageQuery = { limit, cursor };

/** A page of items with a time: from `since` on, before `until`. */
const rangeQuery = { ...pageQuery, since: moment, until: moment };

const LOG_ENTRY_TYPES = [...AUDIT_EVENT_TYPES, ...AUTHENTICATION_ENTRY_TYPES];

/**
 * A page of a log: `type` is its name or that of a type of its entries, `event_type` one of its types,
 * `identity_id` whose entries. `chooseLog` checks which of them may be combined.
 */
export const logsQuery = {
  ...rangeQuery,
  type: oneOf(['audit', 'authentication', ...LOG_ENTRY_TYPES]),
  event_type: oneOf(LOG_ENTRY_TYPES),
  identity_id: id,
};

/** A page of a subscriber's deliveries, of one `status` where that is given. */
export const deliveriesQuery = { ...rangeQuery, status: oneOf(DELIVERY_STATUSES) };

/** A page of the events, of one `type` and one `organisation_id` where those are given. */
export const eventsQuery = { ...rangeQuery, type: eventType, organisation_id: id };

/** What a page was asked for with. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface LogsQuery extends PageQuery {
  readonly type: 'audit' | 'authentication' | AuditEventType | AuthenticationEntryType | null;
  readonly event_type: AuditEventType | AuthenticationEntryType | null;
  readonly identity_id: string | null;
  readonly since: Date | null;
  readonly until: Date | null;
}

export type DeliveriesQuery = PageQuery & DeliveryFilter;

export type EventsQuery = PageQuery &
  Omit<EventFilter, 'organisationId'> & { readonly organisation_id: string | null };
