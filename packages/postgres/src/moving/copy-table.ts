import type { MovingSide, SideQuery } from './moving-side.js';
import type { TableShape } from './table-shape.js';

/** Rows in one transaction. */
export const MOVED_ROWS = 500;

/** The two databases of a move, and the claim of the process that moves. */
export interface Copying {
  readonly from: MovingSide;
  readonly to: MovingSide;
  /** Fails where another process has taken the move over, and holds it off until the transaction ends. */
  readonly hold: (query: SideQuery) => Promise<void>;
}

/** Which rows of a table are copied, and how. */
export interface CopyOptions {
  /** Only rows that transactions from this one on have written; null copies all. A number, as text. */
  readonly since: string | null;
  /** Whether a row that is there already gets the values of the copied one; otherwise it stays. */
  readonly replaces: boolean;
  /** Whether nothing is written to the tenant's rows any more, so what is read is all. */
  readonly isFrozen: boolean;
  /** Where to go on: `last` of a page; null from the beginning. */
  readonly after?: readonly string[] | null;
  /** Called in the transaction that stores a page. */
  readonly onPage?: (query: SideQuery, last: readonly string[]) => Promise<void>;
}

/** Copies rows, page by page, each in one transaction. Returns how many it read. */
export async function copyTable(
  { from, to, hold }: Copying,
  shape: TableShape,
  options: CopyOptions,
): Promise<number> {
  let after = options.after ?? null;
  let copied = 0;
  for (;;) {
    const page = await readPage(from, shape, options, after);
    if (page.last === null) return copied;
    const { rows, last } = page;
    await to.transact(async (query) => {
      await hold(query);
      await query(insertRows(to.schema, shape, options.replaces), rows);
      await options.onPage?.(query, last);
    });
    copied += page.count;
    after = last;
    if (shape.order.length === 0) return copied;
  }
}

interface CopiedPage {
  /** The rows as JSON, which no parser of numbers or times touches on its way from one database to the other. */
  readonly rows: string;
  readonly count: number;
  /** The values of the order of the last row, as text; null where there are no rows. */
  readonly last: readonly string[] | null;
}

async function readPage(
  { schema, transact }: MovingSide,
  shape: TableShape,
  options: Pick<CopyOptions, 'since' | 'isFrozen'>,
  after: readonly string[] | null,
): Promise<CopiedPage> {
  const { since } = options;
  const values = [...(after ?? []), ...(since === null ? [] : [since])];
  const { rows } = await transact((query) =>
    query(selectPage(schema, shape, options, after), ...values),
  );
  const [{ copied, count, last }] = rows as [
    { readonly copied: string; readonly count: number; readonly last: string | null },
  ];
  return { rows: copied, count, last: last === null ? null : (JSON.parse(last) as string[]) };
}

/** `$2` and the following are the values of `after`, then `since`. */
function selectPage(
  schema: string,
  { table, order }: TableShape,
  { since, isFrozen }: Pick<CopyOptions, 'since' | 'isFrozen'>,
  after: readonly string[] | null,
): string {
  const names = order.map(({ name }) => name).join(', ');
  const sorted = order.length === 0 ? '' : `order by ${names}`;
  const places = order.map(({ type }, index) => `$${String(index + 2)}::text::${type}`).join(', ');
  const sinceAt = `$${String((after?.length ?? 0) + 2)}::text::xid8`;
  const isLog = table === 'authentication_entries';
  const conditions = [
    'tenant_id = $1',
    after !== null && order.length > 0 && `(${names}) > (${places})`,
    since !== null && (isLog ? `written_by >= ${sinceAt}` : `age(xmin) <= age(${sinceAt}::xid)`),
    isLog && !isFrozen && 'written_by < pg_snapshot_xmin(pg_current_snapshot())',
  ];
  const read = `select * from ${schema}.${table} where ${conditions.filter(Boolean).join(' and ')}
      ${sorted} limit ${String(MOVED_ROWS)}`;
  return `with page as (${isLog ? whileRising(read) : read})
    select coalesce(json_agg(page ${sorted}), '[]')::text as copied, count(*)::integer as count,
      ${lastOf(order.map(({ name }) => name))} as last
    from page`;
}

/** The values of these columns in the last row of `page`, as the text of a JSON array; in any row where there are no columns. */
function lastOf(columns: readonly string[]): string {
  const values = columns.map((name) => `${name}::text`).join(', ');
  const backwards = columns.map((name) => `${name} desc`).join(', ');
  const sorted = backwards === '' ? '' : `order by ${backwards}`;
  return `(select json_build_array(${values}) from page ${sorted} limit 1)::text`;
}

/**
 * The first rows of a page of the authentication log whose ids rise. A page is written by one transaction of the other database, of which
 * collectors read the entries in the order of their ids.
 */
function whileRising(read: string): string {
  const order = 'order by written_by, entry_id';
  return `select * from (
      select marked.*, sum(falls) over (${order}) as fallen from (
        select log.*, (entry_id < lag(entry_id) over (${order}))::integer as falls from (${read}) as log
      ) as marked
    ) as counted where coalesce(fallen, 0) = 0`;
}

function insertRows(
  schema: string,
  { table, columns, key }: TableShape,
  replaces: boolean,
): string {
  const names = columns.join(', ');
  const others = columns.filter((name) => name !== 'tenant_id' && !key.includes(name));
  const target = `(${['tenant_id', ...key].join(', ')})`;
  const onConflict =
    replaces && others.length > 0
      ? `${target} do update set ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`
      : 'do nothing';
  return `insert into ${schema}.${table} (${names})
    select ${names} from json_populate_recordset(null::${schema}.${table}, $2::json) where tenant_id = $1
    on conflict ${onConflict}`;
}

/** Deletes the rows that were copied and have been deleted since where the tenant lives. */
export async function deleteOthers({ from, to, hold }: Copying, shape: TableShape): Promise<void> {
  const { table, key } = shape;
  if (key.length === 0) return;
  const names = key.join(', ');
  const types = new Map(shape.order.map(({ name, type }) => [name, type]));
  const keyOf = (row: string): string =>
    `json_build_object(${key.map((name) => `'${name}', ${row}.${name}`).join(', ')})`;
  const isSame = key.map((name) => `stored.${name} = asked.${name}`).join(' and ');
  const asked = (schema: string): string =>
    `json_populate_recordset(null::${schema}.${table}, $2::json) as asked`;
  const places = key.map(
    (name, index) => `$${String(index + 2)}::text::${types.get(name) ?? 'text'}`,
  );
  let after: readonly string[] | null = null;
  for (;;) {
    const isAfter = after === null ? '' : `and (${names}) > (${places.join(', ')})`;
    const page = `select * from ${to.schema}.${table} where tenant_id = $1 ${isAfter} order by ${names} limit ${String(KEYS)}`;
    const { rows }: Awaited<ReturnType<SideQuery>> = await to.transact((query) =>
      query(
        `with page as (${page}) select json_agg(${keyOf('page')})::text as keys, ${lastOf(key)} as last from page`,
        ...(after ?? []),
      ),
    );
    const [{ keys, last }] = rows as [
      { readonly keys: string | null; readonly last: string | null },
    ];
    if (keys === null || last === null) return;
    const answer = await from.transact((query) =>
      query(
        `select json_agg(${keyOf('asked')})::text as missing from ${asked(from.schema)}
         where not exists (select from ${from.schema}.${table} as stored where stored.tenant_id = $1 and ${isSame})`,
        keys,
      ),
    );
    const [{ missing }] = answer.rows as [{ readonly missing: string | null }];
    if (missing !== null) {
      await to.transact(async (query) => {
        await hold(query);
        await query(
          `delete from ${to.schema}.${table} as stored using ${asked(to.schema)}
           where stored.tenant_id = $1 and ${isSame}`,
          missing,
        );
      });
    }
    after = JSON.parse(last) as string[];
  }
}

/** Keys that are compared at a time. */
const KEYS = 5_000;
