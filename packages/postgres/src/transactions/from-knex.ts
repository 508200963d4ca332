import type { HostTransaction } from '@stepward/core';
import { requireTransaction } from './require-transaction.js';

/** The part of a `Knex.Transaction` (1.0 or later) that {@link fromKnex} uses. */
export interface KnexTransaction {
  readonly raw: (sql: string, bindings: unknown[]) => PromiseLike<unknown>;
  /** Present on a transaction only, not on the `knex` of the whole pool. */
  isCompleted(): boolean;
}

/**
 * Lets an event join a transaction of Knex, over its `pg` client.
 *
 * @example
 * await knex.transaction(async (trx) => {
 *   await trx('users').where({ id: userId }).delete();
 *   const emitted = await stepward.events.emit(userDeleted, { tx: fromKnex(trx) });
 *   if (emitted.isErr()) throw new Error(emitted.error.code);
 * });
 *
 * @param trx what `knex.transaction(…)` passes to its callback, or returns
 * @throws TypeError for the `knex` outside it, and for a transaction that is completed.
 */
export function fromKnex(trx: KnexTransaction): HostTransaction {
  requireTransaction(
    typeof trx.isCompleted === 'function' && !trx.isCompleted(),
    'fromKnex',
    'what `knex.transaction(…)` passes to its callback',
  );
  return {
    async query(text, values = []) {
      const { sql, bindings } = withQuestionMarks(text, values);
      return (await trx.raw(sql, bindings)) as { readonly rows: readonly unknown[] };
    },
  };
}

/** Knex writes parameters as `?`, one for each use, and a question mark of the statement as `\?`. */
function withQuestionMarks(
  text: string,
  values: readonly unknown[],
): { readonly sql: string; readonly bindings: unknown[] } {
  const bindings: unknown[] = [];
  const sql = text.replace(/\$(\d+)|\?/g, (found: string, place?: string) => {
    if (place === undefined) return `\\${found}`;
    bindings.push(values[Number(place) - 1]);
    return '?';
  });
  return { sql, bindings };
}
