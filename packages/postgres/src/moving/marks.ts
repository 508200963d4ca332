import { MoveRefused } from './move-refused.js';
import type { MovingSide, SideQuery } from './moving-side.js';
import { showQueue } from './freeze.js';

/** One move as the process that makes it knows it. */
export interface Move {
  /** Tells this process from another one that takes the move over. */
  readonly run: string;
  readonly names: { readonly from: string; readonly to: string };
  readonly from: MovingSide;
  readonly to: MovingSide;
}

/** How far a copy has come. */
export interface MoveProgress {
  /** The transactions before this one had ended when the copy began. A number, as text. */
  readonly started: string;
  /** The last row that the first copy has stored; null before, and afterwards. */
  readonly place: { readonly table: string; readonly last: readonly string[] } | null;
  /** The logs have what was written before this transaction; null until the first copy is complete. */
  readonly since: string | null;
}

/** Stands in the place of the progress while what was copied is deleted. */
type Cancelled = 'cancelled';

interface Mark {
  readonly run: string;
  readonly state: 'leaving' | 'left' | 'arriving';
  readonly moved_to: string | null;
  readonly progress: string | null;
}

async function readMark(query: SideQuery, schema: string): Promise<Mark | null> {
  const { rows } = await query(
    `select run, state, moved_to, progress::text from ${schema}.tenant_moves where tenant_id = $1`,
  );
  return (rows[0] as Mark | undefined) ?? null;
}

/**
 * The run by which the tenant has left for the other database, where it only has to arrive; null where it has not left.
 *
 * @throws MoveRefused where it lives elsewhere
 */
export async function runThatLeft({ from, names }: Move): Promise<string | null> {
  const mark = await from.transact((query) => readMark(query, from.schema));
  if (mark === null || mark.state === 'leaving') return null;
  if (mark.state === 'left' && mark.moved_to === names.to) return mark.run;
  throw new MoveRefused(
    `the tenant does not live in ${names.from}, but in ${String(mark.moved_to)}`,
  );
}

/**
 * Announces the tenant in its new database, or takes over a move that was interrupted. Returns how far that has come.
 *
 * @param purpose to go on with the move or to cancel it
 * @throws MoveRefused where the new database has rows of the tenant, or is getting them from another one, or where a move would go on
 * that is being cancelled
 */
export async function claim(
  { run, names, to }: Move,
  tables: readonly string[],
  purpose: 'move' | 'cancel',
): Promise<MoveProgress | null> {
  return to.transact(async (query) => {
    const mark = await readMark(query, to.schema);
    const isResumed = mark?.state === 'arriving' && mark.moved_to === names.from;
    if (!isResumed) {
      if (mark !== null && mark.state !== 'left') throw new MoveRefused(otherMove(names.to));
      for (const table of tables) {
        const { rows } = await query(
          `select from ${to.schema}.${table} where tenant_id = $1 limit 1`,
        );
        if (rows.length > 0) throw new MoveRefused(notEmpty(names.to, table));
      }
    }
    const progress = isResumed && mark.progress !== null ? readProgress(mark.progress) : null;
    if (progress === 'cancelled' && purpose === 'move') throw new MoveRefused(HALF_CANCELLED);
    await query(
      `insert into ${to.schema}.tenant_moves (tenant_id, state, moved_to, run) values ($1, 'arriving', $2, $3)
       on conflict (tenant_id) do update set state = 'arriving', moved_to = excluded.moved_to, run = excluded.run`,
      names.from,
      run,
    );
    return progress === 'cancelled' ? null : progress;
  });
}

function readProgress(text: string): MoveProgress | Cancelled {
  return JSON.parse(text) as MoveProgress | Cancelled;
}

const HALF_CANCELLED =
  'its move was being cancelled, and the copy is deleted in part: cancel it again, then move the tenant';

function otherMove(database: string): string {
  return `another move of the tenant, from or to ${database}, has begun: end that first`;
}

function notEmpty(database: string, table: string): string {
  return (
    `the database ${database} has rows of the tenant in ${table}. If an earlier move from there was interrupted, end it ` +
    'first; if the service has written them, its databaseOf has named that database too early'
  );
}

/**
 * Stores the progress, and keeps other processes from taking the move over until the transaction ends.
 *
 * @throws MoveRefused where one has done so
 */
export async function keepClaim(
  query: SideQuery,
  { run, to }: Move,
  progress: MoveProgress | Cancelled,
): Promise<void> {
  const { rowCount } = await query(
    `update ${to.schema}.tenant_moves set progress = $3 where tenant_id = $1 and run = $2 and state = 'arriving'`,
    run,
    JSON.stringify(progress),
  );
  if (rowCount !== 1) throw new MoveRefused(TAKEN_OVER);
}

const TAKEN_OVER = 'another process has taken the move of this tenant over';

/** From now on the old database names the new one. */
export async function leave({ run, names, from }: Move): Promise<void> {
  const { rowCount } = await from.transact((query) =>
    query(
      `update ${from.schema}.tenant_moves set state = 'left', moved_to = $2
       where tenant_id = $1 and run = $3 and state = 'leaving'`,
      names.to,
      run,
    ),
  );
  if (rowCount !== 1) throw new MoveRefused(TAKEN_OVER);
}

/**
 * From now on the tenant lives in the new database. Changes nothing where it does already. The old database is held meanwhile: a
 * process that stood still must not end a later move.
 *
 * @throws MoveRefused where the tenant has come back to the old database since this run
 */
export async function arrive(move: Move): Promise<void> {
  const { from, to } = move;
  await from.transact(async (held) => {
    await keepAway(held, move);
    // The queue may be long, and the transaction is idle until it is shown.
    await held(`select set_config('idle_in_transaction_session_timeout', '0', true), $1::text`);
    await to.transact(async (query) => {
      if ((await readMark(query, to.schema))?.state !== 'arriving') return;
      await showQueue(query, to.schema);
      await query(`delete from ${to.schema}.tenant_moves where tenant_id = $1`);
    });
  });
}

/**
 * Keeps the tenant from coming back to the old database until the transaction ends.
 *
 * @throws MoveRefused where it has come back since this run
 */
export async function keepAway(query: SideQuery, { run, from }: Move): Promise<void> {
  const { rows } = await query(
    `select from ${from.schema}.tenant_moves where tenant_id = $1 and run = $2 and state = 'left' for update`,
    run,
  );
  if (rows.length === 0) throw new MoveRefused(TAKEN_OVER);
}

/** Ends a move that was cancelled: the new database names the old one, as if the tenant had left it. */
export async function release({ run, to }: Move): Promise<void> {
  const { rowCount } = await to.transact((query) =>
    query(
      `update ${to.schema}.tenant_moves set state = 'left', progress = null
       where tenant_id = $1 and run = $2 and state = 'arriving'`,
      run,
    ),
  );
  if (rowCount !== 1) throw new MoveRefused(TAKEN_OVER);
}
