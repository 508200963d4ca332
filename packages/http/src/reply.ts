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
