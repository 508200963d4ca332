import type { HostTransaction } from '@stepward/core';
import { requireTransaction } from './require-transaction.js';

/** The part of a `Transaction<Database>` of Kysely (0.27 or later) that {@link fromKysely} uses. */
export interface KyselyTransaction {
  readonly isTransaction: true;
  withoutPlugins(): {
    executeQuery(
      query: KyselyQuery | { compile(): KyselyQuery },
    ): Promise<{ readonly rows: readonly unknown[] }>;
  };
}

/** What `CompiledQuery.raw` of Kysely makes. */
interface KyselyQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly query: object;
  readonly queryId: object;
}

/**
 * Lets an event join a transaction of Kysely. Plugins, such as the one for camelCase, do not see the
 * statement.
 *
 * @example
 * await db.transaction().execute(async (trx) => {
 *   await trx.deleteFrom('users').where('id', '=', userId).execute();
 *   const emitted = await stepward.events.emit(userDeleted, { tx: fromKysely(trx) });
 *   if (emitted.isErr()) throw new Error(emitted.error.code);
 * });
 *
 * @param trx what `db.transaction().execute(…)` passes to its callback, or a `ControlledTransaction`
 * @throws TypeError for the `db` outside it.
 */
export function fromKysely(trx: KyselyTransaction): HostTransaction {
  requireTransaction(
    (trx as { readonly isTransaction: unknown }).isTransaction === true,
    'fromKysely',
    'what `db.transaction().execute(…)` passes to its callback',
  );
  const executor = trx.withoutPlugins();
  return {
    query: (text, values = []) => executor.executeQuery(compiled(text, values)),
  };
}

function compiled(sql: string, parameters: readonly unknown[]): KyselyQuery {
  const query = { kind: 'RawNode', sqlFragments: [sql], parameters: [] };
  return { sql, parameters, query, queryId: { queryId: 'stepward' } };
}
