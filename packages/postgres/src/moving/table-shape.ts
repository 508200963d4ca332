import type { TenantTable } from '../maintenance/tenant-tables.js';
import type { MovingSide } from './moving-side.js';

/** A column by which the rows of a tenant are sorted, with its type. */
export interface OrderColumn {
  readonly name: string;
  readonly type: string;
}

/** How a table is copied. */
export interface TableShape {
  readonly table: TenantTable;
  /** The columns that are copied: those that Postgres fills in itself are left to the database that the tenant moves to. */
  readonly columns: readonly string[];
  /** The primary key without the tenant; empty where a tenant has one row. */
  readonly key: readonly string[];
  /** The order in which rows are read, which tells all rows of a tenant apart. */
  readonly order: readonly OrderColumn[];
}

/** Reads the columns and the primary keys of tables from the database. */
export async function readShapes(
  side: MovingSide,
  tables: readonly TenantTable[],
): Promise<readonly TableShape[]> {
  const text = `select json_object_agg(relname, json_build_object(
      'columns', (
        select json_agg(attname order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
          and attname not in ('queued_by', 'written_by')
      ),
      'order', (
        select coalesce(json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod))
          order by array_position(indkey::smallint[], attnum)), '[]')
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = pg_class.oid and indisprimary and attname <> 'tenant_id'
      )
    ))::text as shapes
    from pg_class where relnamespace = to_regnamespace($2) and relname = any($3) and $1::text is not null`;
  const { rows } = await side.transact((query) => query(text, side.schema, tables));
  const [{ shapes }] = rows as [{ readonly shapes: string }];
  const found = JSON.parse(shapes) as Record<TenantTable, Pick<TableShape, 'columns' | 'order'>>;
  return tables.map((table) => {
    const { columns, order } = found[table];
    const key = order.map(({ name }) => name);
    return { table, columns, key, order: ORDERS[table] ?? order };
  });
}

/**
 * The outbox has no key, and is dispatched in the order of arrivals. Collectors read the authentication log in the order of its
 * transactions.
 */
const ORDERS: Partial<Record<TenantTable, readonly OrderColumn[]>> = {
  outbox: [{ name: 'arrival', type: 'bigint' }],
  authentication_entries: [
    { name: 'written_by', type: 'xid8' },
    { name: 'entry_id', type: 'uuid' },
  ],
};
