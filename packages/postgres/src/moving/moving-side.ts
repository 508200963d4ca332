import { silentLogger } from '@stepward/core';
import type { PostgresExecutor, PostgresPool } from '../connection/postgres-pool.js';
import { quoteIdentifier } from '../connection/quote.js';
import { inTransaction } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';
import { READ_BY_INDEX } from '../maintenance/sweep.js';

/** One of the two databases of a move, as the tenant sees it. */
export interface MovingSide {
  /** Already quoted. */
  readonly schema: string;
  /** Runs one transaction that sees the rows of the tenant, wherever the tenant is. */
  readonly transact: <R>(work: (query: SideQuery) => Promise<R>) => Promise<R>;
}

/** One statement, whose `$1` is the tenant; its rows and how many it changed. */
export type SideQuery = (
  text: string,
  ...values: readonly unknown[]
) => ReturnType<PostgresExecutor['query']>;

/** @param tenantId a checked one: it becomes a part of the text */
export function movingSide(pool: PostgresPool, schemaName: string, tenantId: string): MovingSide {
  const begin = [
    `${BEGIN}; set local stepward.tenant_id = '${tenantId}'`,
    `set local stepward.maintenance = 'on'`,
    READ_BY_INDEX,
    // A table of the tenant is counted, and its queue is shown, by one statement each, which may take long.
    'set local statement_timeout = 0',
    `set local lock_timeout = '10s'`,
    `set local idle_in_transaction_session_timeout = '60s'`,
  ].join('; ');
  return {
    schema: quoteIdentifier(schemaName),
    transact: (work) =>
      inTransaction({ pool, logger: silentLogger }, begin, (executor) =>
        work((text, ...values) => executor.query({ text, values: [tenantId, ...values] })),
      ),
  };
}
