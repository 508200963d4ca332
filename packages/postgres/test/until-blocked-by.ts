import type pg from 'pg';
import { expect } from 'vitest';

/** Resolves when a statement waits for a lock of the process. */
export async function untilBlockedBy(pid: number, pool: pg.Pool): Promise<void> {
  const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
  await expect.poll(async () => (await pool.query(waiting, [pid])).rowCount).toBe(1);
}
