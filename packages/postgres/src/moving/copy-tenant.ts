import type { TenantTable } from '../maintenance/tenant-tables.js';
import { copyTable, deleteOthers, MOVED_ROWS, type Copying } from './copy-table.js';
import { keepClaim, type Move, type MoveProgress } from './marks.js';
import { MoveRefused } from './move-refused.js';
import type { MovingSide } from './moving-side.js';
import type { TableShape } from './table-shape.js';
import { countRows } from './tenant-rows.js';

/** Tables whose rows are only added and deleted. */
const LOGS: readonly TenantTable[] = [
  'events',
  'attempts',
  'deliveries',
  'authentication_entries',
  'audit_entries',
];

/** Tables that are copied as a whole at the end: the queue, which workers must not find before, and what a trigger makes. */
const AT_THE_END: readonly TenantTable[] = ['outbox', 'subscriber_sequences', 'pending_deliveries'];

/** How often the logs are read again for what was added while they were copied. */
const MOST_ROUNDS = 5;

/**
 * Copies the tables while the service uses them. What changes or is deleted meanwhile is left for {@link copyTheRest}; of the
 * logs, which are long, hardly anything.
 */
export async function copyWhileUsed(
  move: Move,
  shapes: readonly TableShape[],
  begun: MoveProgress | null,
): Promise<MoveProgress> {
  const started = begun?.started ?? (await oldestTransaction(move.from));
  let progress: MoveProgress = begun ?? { started, place: null, since: null };
  const copying: Copying = { ...move, hold: (query) => keepClaim(query, move, progress) };

  if (progress.since === null) {
    const place = progress.place;
    const tables = shapes.filter(({ table }) => !AT_THE_END.includes(table));
    const first = tables.findIndex(({ table }) => table === place?.table);
    for (const shape of tables.slice(Math.max(first, 0))) {
      await copyTable(copying, shape, {
        ...{ since: null, replaces: false, isFrozen: false },
        after: shape.table === place?.table ? place.last : null,
        onPage(query, last) {
          progress = { started, place: { table: shape.table, last }, since: null };
          return keepClaim(query, move, progress);
        },
      });
    }
    progress = { started, place: null, since: started };
  }

  const logs = shapes.filter(({ table }) => LOGS.includes(table));
  for (
    let round = 0, copied = MOVED_ROWS;
    round < MOST_ROUNDS && copied >= MOVED_ROWS;
    round += 1
  ) {
    const next = await oldestTransaction(move.from);
    copied = 0;
    for (const shape of logs) {
      const options = { since: progress.since, replaces: false, isFrozen: false };
      copied += await copyTable(copying, shape, options);
    }
    progress = { started, place: null, since: next };
  }
  for (const shape of logs) await deleteOthers(copying, shape);
  await move.to.transact((query) => keepClaim(query, move, progress));
  return progress;
}

/**
 * Copies what has changed since, while nothing writes for the tenant.
 *
 * @throws MoveRefused where the new database then has fewer rows of a table
 */
export async function copyTheRest(
  move: Move,
  shapes: readonly TableShape[],
  progress: MoveProgress,
): Promise<void> {
  const copying: Copying = { ...move, hold: (query) => keepClaim(query, move, progress) };
  for (const shape of shapes) {
    const { table } = shape;
    const isLog = LOGS.includes(table);
    const isWhole = AT_THE_END.includes(table);
    if (table === 'outbox') await emptyOutbox(copying);
    else if (!isLog) await deleteOthers(copying, shape);
    const changed = isLog ? progress.since : progress.started;
    const how = { replaces: !isLog && table !== 'outbox', isFrozen: true };
    await copyTable(copying, shape, { since: isWhole ? null : changed, ...how });
    if (await isSame(move, table)) continue;
    // A purge of one of the databases has deleted what the other one still has.
    if (isLog) await deleteOthers(copying, shape);
    await copyTable(copying, shape, { since: null, ...how, replaces: false });
    if (await isSame(move, table)) continue;
    throw new MoveRefused(
      `the rows of ${table} differ in the two databases: move the tenant again`,
    );
  }
}

/** The events of an earlier attempt, which have no key by which they could be found again. */
async function emptyOutbox({ to, hold }: Copying): Promise<void> {
  await to.transact(async (query) => {
    await hold(query);
    await query(`delete from ${to.schema}.outbox where tenant_id = $1`);
  });
}

async function isSame({ from, to }: Move, table: TenantTable): Promise<boolean> {
  return (await countRows(from, table)) === (await countRows(to, table));
}

/** All transactions before this one have ended. */
async function oldestTransaction({ transact }: MovingSide): Promise<string> {
  const { rows } = await transact((query) =>
    query(`select pg_snapshot_xmin(pg_current_snapshot())::text as oldest, $1::text as tenant`),
  );
  const [{ oldest }] = rows as [{ readonly oldest: string }];
  return oldest;
}
