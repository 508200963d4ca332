import { randomUUID } from 'node:crypto';
import { silentLogger } from '@stepward/core';
import { requireTenantId } from '@stepward/core/adapter';
import type { PostgresPool } from '../connection/postgres-pool.js';
import { rowKey } from '../maintenance/erase.js';
import { BATCH } from '../maintenance/sweep.js';
import { TENANT_TABLES } from '../maintenance/tenant-tables.js';
import { createPostgresStorage } from '../postgres-storage.js';
import { copyTheRest, copyWhileUsed, countRows } from './copy-tenant.js';
import { freeze, hideQueue } from './freeze.js';
import { arrive, claim, hasLeft, leave, type Move } from './marks.js';
import { movingSide, type MovingSide } from './moving-side.js';
import { readShapes } from './table-shape.js';

/** One of the databases of a move. */
export interface MovingDatabase {
  /** Its name in `databases` of `createMultiDatabaseStorage`. */
  readonly name: string;
  /** Its role must own the tables: the one that migrates. */
  readonly pool: PostgresPool;
  /** The schema of Stepward's tables; `stepward`. */
  readonly schema?: string;
}

export interface MoveTenantOptions {
  readonly tenantId: string;
  /** Where the tenant lives. */
  readonly from: MovingDatabase;
  /** Where it will live. It must have none of the tenant's rows, unless an earlier call was interrupted. */
  readonly to: MovingDatabase;
}

/** How many rows of a tenant were moved, by table; tables without any are left out. */
export type MovedRows = Readonly<Record<string, number>>;

/**
 * Moves a tenant to another database, while the service runs: all rows of all tables, the logs with their ids, order and hash chain,
 * and what waits to be delivered. Most is copied while the tenant is used. Then its calls fail with `StorageUnavailable` for the last
 * seconds, in which the rest is copied. From then on the old database names the new one to every process that asks it.
 *
 * It may be interrupted at any time, and called again with the same databases: it goes on where it stopped.
 *
 * @throws TypeError where the tenant id is invalid, or both databases have one name
 * @throws MoveRefused where the tenant cannot be moved now
 * @throws Error where a database cannot be used
 * @example
 * await moveTenant({
 *   tenantId: 'acme',
 *   from: { name: 'north', pool: northPool },
 *   to: { name: 'south', pool: southPool },
 * });
 */
export async function moveTenant({ tenantId, from, to }: MoveTenantOptions): Promise<MovedRows> {
  requireTenantId(tenantId);
  if (from.name === to.name)
    throw new TypeError('moveTenant: from and to must have different names');
  for (const { name, ...options } of [from, to]) {
    await createPostgresStorage({ ...options, logger: silentLogger }).ready();
  }
  const move: Move = {
    run: randomUUID(),
    names: { from: from.name, to: to.name },
    from: movingSide(from.pool, from.schema ?? 'stepward', tenantId),
    to: movingSide(to.pool, to.schema ?? 'stepward', tenantId),
  };
  if (!(await hasLeft(move))) {
    const shapes = await readShapes(move.from, TENANT_TABLES);
    const progress = await copyWhileUsed(move, shapes, await claim(move, TENANT_TABLES));
    await freeze(move.from, move.run);
    await hideQueue(move.from);
    await copyTheRest(move, shapes, progress);
    await leave(move);
  }
  await arrive(move);
  const moved = await rowsOf(move.from);
  await deleteRows(move.from);
  return moved;
}

async function rowsOf(side: MovingSide): Promise<MovedRows> {
  const moved: Record<string, number> = {};
  for (const table of TENANT_TABLES) {
    const count = await countRows(side, table);
    if (count > 0) moved[table] = count;
  }
  return moved;
}

async function deleteRows({ schema, transact }: MovingSide): Promise<void> {
  for (const table of TENANT_TABLES) {
    const key = rowKey(table);
    const text = `delete from ${schema}.${table} where tenant_id = $1
      and ${key} = any(array(select ${key} from ${schema}.${table} where tenant_id = $1 limit ${String(BATCH)}))`;
    let deleted: number | null;
    do {
      ({ rowCount: deleted } = await transact((query) => query(text)));
    } while (deleted === BATCH);
  }
}
