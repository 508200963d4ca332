import { checkOptions, isText, optional } from '@stepward/core/events';
import { checkExecutor, quoteTable, type SqlExecutor } from '../sql.js';
import type { SequenceStore } from './sequence.js';

const DEFAULT_TABLE = 'stepward_received_sequences';

export interface SqlSequenceOptions {
  /** See `sequenceTable`, which creates it; `stepward_received_sequences`. */
  readonly table?: string;
}

/**
 * The SQL (Postgres) that creates the table of `sqlSequence`, for your own migrations. It can be run twice.
 *
 * @param table Lower-case letters, digits and underscores, a schema before it or not; `stepward_received_sequences`.
 * @throws TypeError where the name is another.
 */
export function sequenceTable(table: string = DEFAULT_TABLE): string {
  return `create table if not exists ${quoteTable(table)} (
  subscriber text primary key,
  numbers text not null
);
`;
}

/**
 * Remembers in a table of your own Postgres, over any number of processes: one row for each subscriber. It creates nothing: put
 * `sequenceTable()` into your migrations.
 *
 * @param executor A pool, in which each statement is a transaction of its own with the isolation level `read committed`.
 * @throws TypeError where an option is wrong or unknown: a table is named by lower-case letters, digits and underscores.
 */
export function sqlSequence(
  executor: SqlExecutor,
  options: SqlSequenceOptions = {},
): SequenceStore {
  checkExecutor('sqlSequence', executor);
  checkOptions('sqlSequence', options, { table: optional("a table's name", isText) });
  const table = quoteTable(options.table ?? DEFAULT_TABLE);
  const read = `select numbers from ${table} where subscriber = $1`;
  const insert = `insert into ${table} (subscriber, numbers) values ($1, $2)
    on conflict (subscriber) do nothing returning subscriber`;
  const update = `update ${table} set numbers = $2
    where subscriber = $1 and numbers = $3 returning subscriber`;

  return {
    async read(subscriber) {
      const { rows } = await executor.query(read, [subscriber]);
      const [row] = rows as readonly { readonly numbers: string }[];
      return row?.numbers ?? null;
    },
    async replace(subscriber, before, after) {
      const { rows } =
        before === null
          ? await executor.query(insert, [subscriber, after])
          : await executor.query(update, [subscriber, after, before]);
      return rows.length > 0;
    },
  };
}
