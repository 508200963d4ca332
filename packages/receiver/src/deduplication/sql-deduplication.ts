import { checkOptions, hasMethods, isText, optional } from '@stepward/core/events';
import { systemClock, type Clock } from '../clock.js';
import { checkExecutor, quoteTable, type SqlExecutor } from '../sql.js';
import type { DeduplicationStore } from './deduplication.js';
import { DEFAULT_TABLE } from './deduplication-table.js';

export interface SqlDeduplicationOptions {
  /** See `deduplicationTable`, which creates it; `stepward_received_events`. */
  readonly table?: string;
  readonly clock?: Clock;
}

export interface SqlDeduplication extends DeduplicationStore {
  /** Deletes what has expired. Call it every hour or so; any number of processes may. */
  purge(): Promise<void>;
}

/**
 * Remembers in a table of your own Postgres, over any number of processes. It creates nothing: put
 * `deduplicationTable()` into your migrations.
 *
 * @param executor For a receiver, a pool: a claim has to be seen by others at once, so it must not wait in
 * a transaction. For `delivery.confirm`, the handler's transaction.
 * @throws TypeError where an option is wrong or unknown: a table is named by lower-case letters, digits and underscores.
 */
export function sqlDeduplication(
  executor: SqlExecutor,
  options: SqlDeduplicationOptions = {},
): SqlDeduplication {
  checkExecutor('sqlDeduplication', executor);
  checkOptions('sqlDeduplication', options, {
    table: optional("a table's name", isText),
    clock: optional('a clock with a method now', hasMethods('now')),
  });
  const { table = DEFAULT_TABLE, clock = systemClock } = options;
  const sql = statements(quoteTable(table));
  const moment = (ms = 0): string => new Date(clock.now().getTime() + ms).toISOString();

  return {
    async claim(key, claimId, leaseMs) {
      const values = [key, claimId, moment(leaseMs), moment()];
      const { rows } = await executor.query(sql.claim, values);
      const [held] = rows as readonly { readonly claim_id: string; readonly done: boolean }[];
      if (held === undefined) throw new Error('the claim answered no row');
      if (held.done) return 'done';
      return held.claim_id === claimId ? 'claimed' : 'busy';
    },
    async confirm(key, claimId, ttlMs) {
      const { rows } = await executor.query(sql.confirm, [key, claimId, moment(ttlMs)]);
      return rows.length > 0;
    },
    async release(key, claimId) {
      await executor.query(sql.release, [key, claimId]);
    },
    async purge() {
      await executor.query(sql.purge, [moment()]);
    },
  };
}

/**
 * `claim` always writes the row, with its previous values if they are still valid. So it waits for a confirmation
 * that is about to be committed, and returns it.
 */
function statements(table: string) {
  return {
    claim: `insert into ${table} as held (key, claim_id, done, expires_at)
      values ($1, $2, false, $3::timestamptz)
      on conflict (key) do update set
        claim_id = case when held.expires_at > $4::timestamptz then held.claim_id else excluded.claim_id end,
        done = held.done and held.expires_at > $4::timestamptz,
        expires_at = case when held.expires_at > $4::timestamptz then held.expires_at else excluded.expires_at end
      returning claim_id, done`,
    confirm: `update ${table} set done = true, expires_at = $3::timestamptz
      where key = $1 and claim_id = $2 returning key`,
    release: `delete from ${table} where key = $1 and claim_id = $2 and not done`,
    purge: `delete from ${table} where expires_at <= $1::timestamptz`,
  };
}
