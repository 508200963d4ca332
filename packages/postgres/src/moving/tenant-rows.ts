import { rowKey } from '../maintenance/erase.js';
import { BATCH } from '../maintenance/sweep.js';
import { TENANT_TABLES, type TenantTable } from '../maintenance/tenant-tables.js';
import type { MovingSide, SideQuery } from './moving-side.js';

/** How many rows of a tenant were moved or deleted, by table; tables without any are left out. */
export type MovedRows = Readonly<Record<string, number>>;

/** How many rows of the tenant a table has. */
export async function countRows(side: MovingSide, table: TenantTable): Promise<number> {
  const text = `select count(*)::integer as count from ${side.schema}.${table} where tenant_id = $1`;
  const { rows } = await side.transact((query) => query(text));
  const [{ count }] = rows as [{ readonly count: number }];
  return count;
}

/**
 * Deletes all rows of the tenant from one of the databases. Returns how many there were.
 *
 * @param hold called in each transaction, before it deletes
 */
export async function deleteRows(
  side: MovingSide,
  hold: (query: SideQuery) => Promise<void>,
): Promise<MovedRows> {
  const { schema, transact } = side;
  const deleted: Record<string, number> = {};
  for (const table of TENANT_TABLES) {
    const count = await countRows(side, table);
    if (count > 0) deleted[table] = count;
  }
  for (const table of TENANT_TABLES) {
    const key = rowKey(table);
    const text = `delete from ${schema}.${table} where tenant_id = $1
      and ${key} = any(array(select ${key} from ${schema}.${table} where tenant_id = $1 limit ${String(BATCH)}))`;
    let count: number | null;
    do {
      ({ rowCount: count } = await transact(async (query) => {
        await hold(query);
        return query(text);
      }));
    } while (count === BATCH);
  }
  return deleted;
}
