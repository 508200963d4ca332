/**
 * The order in which the pending deliveries of a subscriber are claimed; those of one priority by when they
 * are due. `first`: no worker ever took it. `late`: it waits for another attempt, or is a replay, or its worker lost it.
 * `leased`: a worker has it, and it is due when the lease ends. Then a claim returns it to the queue as `late`; its `owner` is kept,
 * which says that the attempt was lost.
 */
export const PRIORITIES = { first: 0, late: 1, leased: 2 } as const;

/** What waits in the queue: the condition of its index, which a query must state to use it. */
export const IN_QUEUE = `priority < ${String(PRIORITIES.leased)}`;

/** The condition of the index by time, which a query must state to use it; true of every row. */
export const BY_TIME = `due_at > '-infinity'`;
