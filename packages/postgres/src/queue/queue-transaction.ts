import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';

/**
 * The beginning of a transaction over the queue.
 *
 * The tables change faster than their statistics, so the planner is restricted to what the statements are written
 * for: rows looked up by an index, one after the other. There is only one such plan, whatever the statistics are, so
 * that a worker may keep it: planning again takes about a millisecond.
 *
 * It waits no longer than two seconds for a row of another transaction. So a request that holds a subscriber keeps the
 * results of other tenants back no longer than that: the worker then stores each by itself.
 *
 * Postgres ends a transaction that has been idle for 10 seconds, or whose client does not read the response: its
 * process is frozen or gone, and other transactions may wait for its locks.
 */
export const BEGIN_QUEUE = [
  BEGIN_MAINTENANCE,
  ...['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map(
    (method) => `set local enable_${method} = off`,
  ),
  'set local plan_cache_mode = force_generic_plan',
  'set local jit = off',
  `set local lock_timeout = '2s'`,
  `set local idle_in_transaction_session_timeout = '10s'`,
  `set local tcp_user_timeout = '10s'`,
].join('; ');
