/** The statuses of a success. */
export type SuccessStatus = 200 | 201 | 202;

/** The response of an operation on success. */
export interface Reply<Status extends SuccessStatus = SuccessStatus, Body extends object = object> {
  readonly status: Status;
  /** The whole body, wrapped in `data` where the API wraps. */
  readonly body: Body;
}

export function reply<Status extends SuccessStatus, const Body extends object>(
  status: Status,
  body: Body,
): Reply<Status, Body> {
  return { status, body };
}
