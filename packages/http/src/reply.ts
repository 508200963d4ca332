/** The statuses that a success has. */
export type SuccessStatus = 200 | 201 | 202;

/** What a handler answers on success. */
export interface Reply<Status extends SuccessStatus = SuccessStatus> {
  readonly status: Status;
  /** The whole body, wrapped in `data` where the API wraps. */
  readonly body: object;
}

/** A reply of the Account API: its bodies have one key, `data` (specification, "Endpoints"). */
export function dataReply<Status extends SuccessStatus>(
  status: Status,
  data: object,
): Reply<Status> {
  return { status, body: { data } };
}

/** A page of a list (docs/decisions.md, "Pagination"); a null cursor says that it was the last. */
export function pageReply(data: readonly object[], nextCursor: string | null): Reply<200> {
  const pagination = { next_cursor: nextCursor, has_more: nextCursor !== null };
  return { status: 200, body: { data, pagination } };
}
