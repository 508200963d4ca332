/** What a delivery in the queue is found by. */
export const DELIVERY_KEY = ['tenant_id', 'subscriber_id', 'delivery_id'] as const;

/** What a subscriber is found by. */
export const SUBSCRIBER_KEY = ['tenant_id', 'subscriber_id'] as const;

/**
 * SQL for a row of a table that has the same key as a row of a part; for a change, which cannot look its row up in a
 * lateral part. It compares by order: given an equality, the planner may read all of the table by its index, and look
 * in the part for each row. It does so where the statistics say that the table is empty, and a worker keeps its plan.
 */
export function sameKey(table: string, part: string, key: readonly string[]): string {
  const row = (name: string): string => `(${key.map((column) => `${name}.${column}`).join(', ')})`;
  return `${row(table)} between ${row(part)} and ${row(part)}`;
}
