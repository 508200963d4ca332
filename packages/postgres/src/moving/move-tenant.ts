import { randomUUID } from 'node:crypto';
import { silentLogger } from '@stepward/core';
import { requireTenantId } from '@stepward/core/adapter';
import type { PostgresPool } from '../connection/postgres-pool.js';
import { TENANT_TABLES } from '../maintenance/tenant-tables.js';
import { createPostgresStorage } from '../postgres-storage.js';
import { cancelMove } from './cancel-move.js';
import { copyTheRest, copyWhileUsed } from './copy-tenant.js';
import { freeze, hideQueue, thaw } from './freeze.js';
import { arrive, claim, keepAway, leave, runThatLeft, type Move } from './marks.js';
import { movingSide } from './moving-side.js';
import { readShapes } from './table-shape.js';
import { deleteRows, type MovedRows } from './tenant-rows.js';

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
  /**
   * Whether to cancel a move that was interrupted: the tenant stays in the old database and can be used there again, and what was
   * copied is deleted. It is refused once the new database has the tenant. Default false.
   */
  readonly cancel?: boolean;
}

/**
 * Moves a tenant to another database, while the service runs: all rows of all tables, the logs with their ids, order and hash chain,
 * and what waits to be delivered. Most is copied while the tenant is used. Then its calls fail with `StorageUnavailable` for the last
 * seconds, in which the rest is copied. From then on the old database names the new one to every process that asks it.
 *
 * It may be interrupted at any time, and called again with the same databases: it goes on where it stopped, or undoes what was done
 * with `cancel`. Returns the rows that were moved, or with `cancel` those that were deleted from the new database.
 *
 * @throws TypeError where the tenant id is invalid, or both databases have one name
 * @throws MoveRefused where the tenant cannot be moved, or its move not be cancelled, now
 * @throws Error where a database cannot be used
 * @example
 * await moveTenant({
 *   tenantId: 'acme',
 *   from: { name: 'north', pool: northPool },
 *   to: { name: 'south', pool: southPool },
 * });
 */
export async function moveTenant({
  tenantId,
  from,
  to,
  cancel = false,
}: MoveTenantOptions): Promise<MovedRows> {
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
  if (cancel) return cancelMove(move);
  const earlier = await runThatLeft(move);
  if (earlier === null) await copyAndLeave(move);
  const left = { ...move, run: earlier ?? move.run };
  await arrive(left);
  return deleteRows(move.from, (query) => keepAway(query, left));
}

async function copyAndLeave(move: Move): Promise<void> {
  const { from, run } = move;
  const shapes = await readShapes(from, TENANT_TABLES);
  const progress = await copyWhileUsed(move, shapes, await claim(move, TENANT_TABLES, 'move'));
  await freeze(from, run);
  try {
    await hideQueue(from);
    await copyTheRest(move, shapes, progress);
  } catch (error) {
    // The tenant is used again until the next call. Where that fails too, the next call, or a cancellation, comes first.
    await thaw(from, run).catch(() => undefined);
    throw error;
  }
  await leave(move);
}
