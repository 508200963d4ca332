import type { Page, PageRequest, Stepward } from '@stepward/core';
import type { QueryInvalid } from '../../errors/http-errors.js';
import { refuse, type Refusal, reply, type Reply } from '../../answer.js';
import type { PageQuery } from './fields.js';

/** A page of a list, as `pageOf` describes it. */
interface PageBody<Item> {
  readonly data: Item[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

/** The cursors of one list. They are valid only for that list with its tenant and filters. */
export interface ListCursors {
  /** `query_invalid` if the cursor does not belong to this list. */
  open(query: PageQuery): PageRequest | Refusal<QueryInvalid>;
  reply<T, Item>(page: Page<T>, toBody: (item: T) => Item): Reply<200, PageBody<Item>>;
}

/** `list` is the list's name, its tenant and its filters; the page size is not a filter. */
export function listCursors(cursors: Stepward['cursors'], list: readonly string[]): ListCursors {
  return {
    open({ limit, cursor }) {
      if (cursor === null) return { limit, position: null };
      const position = cursors.verify(list, cursor);
      if (position !== null) return { limit, position };
      const violation = {
        field: 'cursor',
        rule: 'cursor' as const,
        limit: 'the next_cursor of a page of the same list, with the same filters',
        value: cursor,
      };
      return refuse({ code: 'query_invalid', violations: [violation] });
    },
    reply({ items, nextPosition }, toBody) {
      const next = nextPosition === null ? null : cursors.sign(list, nextPosition);
      const pagination = { next_cursor: next, has_more: next !== null };
      return reply(200, { data: items.map(toBody), pagination });
    },
  };
}
