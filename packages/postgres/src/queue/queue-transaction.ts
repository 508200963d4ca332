import { queryOf, type Statement } from '../connection/statement.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { BEGIN_MAINTENANCE, READ_BY_INDEX } from '../maintenance/sweep.js';

/** One statement of a queue transaction: one round trip; the rows. */
export type QueueQuery = (statement: Statement, values: unknown[]) => Promise<readonly unknown[]>;

/** Runs `work` in one transaction that reads and writes the rows of all tenants. */
export type QueueTransaction = <R>(work: (query: QueueQuery) => Promise<R>) => Promise<R>;

/**
 * Milliseconds to wait for a connection and for each answer: longer than a statement may take, so only a server that
 * says nothing exceeds it. Without it, a worker would wait for a frozen server for ever and not log it.
 */
const ANSWER_MS = 10_000;

/**
 * The beginning of a transaction over the queue. Postgres ends a statement after 8 seconds.
 *
 * Plans are kept, because planning a batch again takes as long as running it. The tables change faster than their statistics, and a plan
 * may be kept from when they were empty; so rows are read by an index alone, in its order, up to the limit.
 *
 * It waits no longer than two seconds for a row of another transaction. So a request that holds a subscriber keeps the
 * results of other tenants back no longer than that: the worker then stores each by itself.
 *
 * Postgres ends a transaction that has been idle for 10 seconds, or when its client does not read the response: its
 * process is frozen or gone, and other transactions may wait for its locks.
 */
export const BEGIN_QUEUE = [
  BEGIN_MAINTENANCE,
  READ_BY_INDEX,
  'set local plan_cache_mode = force_generic_plan',
  'set local jit = off',
  `set local statement_timeout = '8s'`,
  `set local lock_timeout = '2s'`,
  `set local idle_in_transaction_session_timeout = '10s'`,
  `set local tcp_user_timeout = '10s'`,
].join('; ');

/** @param prepare whether statements are prepared, once per connection */
export function queueTransactions(context: TransactionContext, prepare: boolean): QueueTransaction {
  const bounded = { ...context, answerWithinMs: ANSWER_MS };
  return (work) =>
    inTransaction(bounded, BEGIN_QUEUE, (executor) =>
      work(async (statement, values) => {
        const { rows } = await executor.query(queryOf(statement, values, prepare));
        return rows;
      }),
    );
}
