/**
 * The lanes in which the pending deliveries of a subscriber queue, each by when it is due: those that no
 * worker ever took; those that wait for another attempt, and replays; and those that are on loan, which
 * are due when the loan ends. A worker that is still at it by then has lost them.
 */
export const LANES = { first: 0, late: 1, lent: 2 } as const;
