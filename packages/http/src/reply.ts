/** What a handler answers on success. */
export interface Reply {
  /** 200, 201 or 202. */
  readonly status: number;
  /** The whole body, wrapped in `data` where the API wraps. */
  readonly body: object;
}

/** A reply of the Account API: its bodies have one key, `data` (specification, "Endpoints"). */
export function dataReply(status: number, data: object): Reply {
  return { status, body: { data } };
}

/** A page of a list (DECISIONS, "Pagination"); a null cursor says that it was the last. */
export function pageReply(data: readonly object[], nextCursor: string | null): Reply {
  const pagination = { next_cursor: nextCursor, has_more: nextCursor !== null };
  return { status: 200, body: { data, pagination } };
}
