import type { Pool } from 'pg';
import { inMaintenance } from './in-maintenance.js';

/** What other subscribers ask for, and no benchmark emits. */
const OTHER_EVENTS = ['group.*'];

/** Adds subscribers of other events, which are like the first that is there. */
export async function addOtherSubscribers(
  pool: Pool,
  schema: string,
  count: number,
): Promise<void> {
  await inMaintenance(
    pool,
    `insert into ${schema}.subscribers (tenant_id, subscriber_id, url, description, event_types, naming, enabled,
       secrets, created_at, updated_at)
     select tenant_id, gen_random_uuid(), url, description, $2, naming, enabled, secrets, created_at, updated_at
     from (select * from ${schema}.subscribers limit 1) as first cross join generate_series(1, $1::int)`,
    [count, OTHER_EVENTS],
  );
}

export async function removeOtherSubscribers(pool: Pool, schema: string): Promise<void> {
  await inMaintenance(pool, `delete from ${schema}.subscribers where event_types = $1`, [
    OTHER_EVENTS,
  ]);
}
