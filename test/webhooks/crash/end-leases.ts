import type { Pool } from 'pg';
import { inMaintenance } from './in-maintenance.js';

/**
 * Ends the leases of all workers by the database's clock, as if they had said nothing for too long: their shards are free. One whose
 * row a frozen process holds keeps it.
 */
export function endLeases(pool: Pool): Promise<void> {
  return inMaintenance(
    pool,
    `update stepward.workers set lease_until = '-infinity'
     where worker in (select worker from stepward.workers for update skip locked)`,
  );
}
