import { MoveRefused } from './move-refused.js';
import type { MovingSide, SideQuery } from './moving-side.js';

/** Milliseconds between two looks at the transactions that are waited for, and how many looks there are: 10 seconds. */
const LOOK_MS = 50;
const LOOKS = 200;

/**
 * Refuses the tenant's writes from now on, and waits for the transactions that may have begun to write before. Every transaction
 * that writes for a tenant has read `tenant_moves`, and holds a lock of it until it ends.
 *
 * @throws MoveRefused where one of them goes on for longer than 10 seconds; then the tenant's writes are accepted again
 */
export async function freeze(side: MovingSide, run: string): Promise<void> {
  const { schema } = side;
  await side.transact((query) =>
    query(
      `insert into ${schema}.tenant_moves (tenant_id, state, run) values ($1, 'leaving', $2)
       on conflict (tenant_id) do update set run = excluded.run where tenant_moves.state = 'leaving'`,
      run,
    ),
  );
  const holders = await lockHolders(side, null);
  let left = holders;
  for (let looks = 0; left.length > 0 && looks < LOOKS; looks += 1) {
    await side.transact((query) =>
      query(`select pg_sleep($2::double precision), $1::text`, LOOK_MS / 1_000),
    );
    left = await lockHolders(side, holders);
  }
  if (left.length === 0) return;
  await thaw(side, run);
  throw new MoveRefused(
    `${String(left.length)} transactions of the service have been open for longer than 10 seconds, so the tenant stays where ` +
      'it is. Move it again: the copy goes on where it stopped',
  );
}

/** The virtual ids of the other transactions that have read `tenant_moves`; only those of the list, if there is one. */
async function lockHolders(
  { schema, transact }: MovingSide,
  among: readonly string[] | null,
): Promise<readonly string[]> {
  const { rows } = await transact((query) =>
    query(
      `select distinct virtualtransaction as holder from pg_locks
       where locktype = 'relation' and relation = to_regclass($2)
         and database = (select oid from pg_database where datname = current_database())
         and pid is distinct from pg_backend_pid() and $1::text is not null
         and ($3::text[] is null or virtualtransaction = any($3))`,
      `${schema}.tenant_moves`,
      among,
    ),
  );
  return rows.map((row) => (row as { readonly holder: string }).holder);
}

/**
 * Accepts the tenant's writes again, and gives what waits to the workers. Changes nothing once the tenant has left.
 *
 * @param run the process that refused the writes, where those of another one stay; null for any
 */
export async function thaw({ schema, transact }: MovingSide, run: string | null): Promise<void> {
  await transact(async (query) => {
    const { rowCount } = await query(
      `delete from ${schema}.tenant_moves
       where tenant_id = $1 and state = 'leaving' and ($2::uuid is null or run = $2)`,
      run,
    );
    if (rowCount === 1) await showQueue(query, schema);
  });
}

/** Rows that are hidden in one transaction. */
const HIDDEN_ROWS = 1_000;

/**
 * Takes what waits in the queue out of the shards that workers own. What they send at this time is not recorded, and is sent again
 * from the other database.
 *
 * Most is hidden in short transactions that wait for nobody. Then all shards are locked, which waits for the batches that workers
 * are storing, and the rest is hidden. So the results of other tenants wait for a few rows, however long the backlog of this one is.
 */
export async function hideQueue({ schema, transact }: MovingSide): Promise<void> {
  for (const table of QUEUE) {
    const hideSome = hide(schema, table, `limit ${String(HIDDEN_ROWS)} for update skip locked`);
    let hidden: number | null = HIDDEN_ROWS;
    while (hidden === HIDDEN_ROWS) {
      ({ rowCount: hidden } = await transact((query) => query(hideSome)));
    }
  }
  await transact(async (query) => {
    await query(
      `select from ${schema}.shards where $1::text is not null order by shard for update`,
    );
    for (const table of QUEUE) await query(hide(schema, table));
  });
}

/** @param some SQL which says that not all rows are hidden */
function hide(schema: string, table: string, some = ''): string {
  return `update ${schema}.${table} set shard = -1 - shard where ctid = any(array(
    select ctid from ${schema}.${table}
    where tenant_id = $1 and shard = any(array(select shard from ${schema}.shards)) ${some}
  ))`;
}

/** Gives what waits in the queue to the workers of this database, who find it as what has just arrived. */
export async function showQueue(query: SideQuery, schema: string): Promise<void> {
  for (const table of QUEUE) {
    await query(
      `update ${schema}.${table} set shard = -1 - shard, queued_by = pg_current_xact_id()
       where tenant_id = $1 and shard < 0`,
    );
  }
}

const QUEUE = ['outbox', 'pending_deliveries'];
