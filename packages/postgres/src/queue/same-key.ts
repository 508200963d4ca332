/** What a delivery in the queue is found by. */
export const DELIVERY_KEY = ['tenant_id', 'subscriber_id', 'delivery_id'] as const;

/** What a subscriber is found by. */
export const SUBSCRIBER_KEY = ['tenant_id', 'subscriber_id'] as const;

/**
 * SQL for a row of a table that has the same key as a row of a part; for a change, which cannot look its row up in a
 * lateral part. Every column is compared for equality, so that the index is read at the key alone.
 *
 * The first column is compared with an array of one. Given a plain equality there, the planner may read all of the table
 * in the order of its index, and look in the part for each row. It does so where the statistics say that the table is
 * empty, and a worker keeps its plan.
 */
export function sameKey(
  table: string,
  part: string,
  [first, ...others]: readonly [string, ...string[]],
): string {
  const same = others.map((column) => `${table}.${column} = ${part}.${column}`);
  return [`${table}.${first} = any(array[${part}.${first}])`, ...same].join(' and ');
}
