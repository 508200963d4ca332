/**
 * A counter of a tenant is stored in this many rows, its slots, and is their sum: a row that was changed stays locked until
 * its transaction is on disk, so one row would be changed once in the time of a commit.
 */
export const SLOTS = 16;

/** The slot that an identity counts in. The argument is an expression. */
export function slotOf(identityId: string): string {
  return `(hashtext(${identityId}) & ${String(SLOTS - 1)})`;
}

/** What a slot may count at most, so that all of them together count at most `most`. The arguments are expressions. */
export function mostOf(slot: string, most: string): string {
  return `((${most} + ${String(SLOTS - 1)} - ${slot}) / ${String(SLOTS)})`;
}
