/**
 * The order in which the pending deliveries of a subscriber are claimed; those of one priority by when they
 * are due. `first`: no worker ever took it. `late`: it waits for another attempt, or is a replay. `leased`:
 * a worker has it. It is due when the lease ends; a worker that still has it by then has lost it.
 */
export const PRIORITIES = { first: 0, late: 1, leased: 2 } as const;

/** The condition of the index that queries of the queue use; true of every row. */
export const IN_QUEUE = 'priority >= 0';
