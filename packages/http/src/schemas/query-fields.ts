import { AUDIT_EVENT_TYPES, type AuditEventType } from '@stepward/core';
import { z } from 'zod';
import type { QueryField } from '../read-query.js';

/** Items of a page, by default and at most (DECISIONS, "Pagination"). */
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

const MOMENT = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** ISO 8601: a date, which means midnight UTC, or a date and time with `Z` or an offset. */
const moment: QueryField<Date | null> = {
  absent: null,
  read: (text) =>
    MOMENT.safeParse(text).success
      ? { value: new Date(text) }
      : { rule: 'date_time', limit: 'ISO 8601, with Z or an offset where it has a time' },
};

const auditEventType: QueryField<AuditEventType | null> = {
  absent: null,
  read: (text) => {
    const value = AUDIT_EVENT_TYPES.find((type) => type === text);
    return value === undefined ? { rule: 'one_of', limit: AUDIT_EVENT_TYPES } : { value };
  },
};

/** `?limit=`, 1 to 100, default 20, and `?cursor=`, the `next_cursor` of the page before. */
export const pageQuery = { limit, cursor };

/** A page of the audit log: of one `type`, from `since` on, before `until`. */
export const logsQuery = { ...pageQuery, type: auditEventType, since: moment, until: moment };

/** What a page was asked for with. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | null;
}

export interface LogsQuery extends PageQuery {
  readonly type: AuditEventType | null;
  readonly since: Date | null;
  readonly until: Date | null;
}
