import type { Pool } from 'pg';
import { inMaintenance } from './in-maintenance.js';
import { TENANT } from './webhook-world.js';

/** Deliveries of one statement: so that there is progress to see, and no transaction of gigabytes. */
const CHUNK = 250_000;

/**
 * Writes a log of deliveries that came to their end long ago, as no call of Stepward's could in this number: each event went to
 * every subscriber, and each delivery took one attempt. Nothing looks after the tables by itself: when their statistics are
 * gathered is for the benchmark to say.
 */
export async function addOldDeliveries(
  pool: Pool,
  schema: string,
  { from, to, perEvent }: { readonly from: number; readonly to: number; readonly perEvent: number },
): Promise<void> {
  for (const table of ['events', 'deliveries']) {
    await pool.query(`alter table ${schema}.${table} set (autovacuum_enabled = false)`);
  }
  for (let done = from; done < to;) {
    const events = Math.min(CHUNK, to - done) / perEvent;
    await addChunk(pool, schema, done / perEvent, events);
    done += events * perEvent;
    if (process.stderr.isTTY) process.stderr.write(`\r${done.toLocaleString('en')} old deliveries`);
  }
  if (process.stderr.isTTY) process.stderr.write('\n');
}

function addChunk(pool: Pool, schema: string, first: number, events: number): Promise<void> {
  return inMaintenance(
    pool,
    `with happened as (
      insert into ${schema}.events (tenant_id, event_id, type, data, emitted_at)
      select '${TENANT}', gen_random_uuid(), 'user.created', repeat('x', 200),
        timestamptz '2026-01-01' + number * interval '1 second'
      from generate_series($1::int + 1, $1::int + $2::int) as number
      returning event_id, emitted_at,
        lpad(to_hex((extract(epoch from emitted_at) * 1000)::bigint), 12, '0') as milliseconds
    )
    insert into ${schema}.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status,
      attempts, created_at, finished_at, started_at, duration_ms, status_code, response_body)
    select '${TENANT}', subscriber_id,
      (left(milliseconds, 8) || '-' || right(milliseconds, 4) || substr(gen_random_uuid()::text, 14))::uuid,
      event_id, 'user.created', 'delivered', 1, emitted_at, emitted_at, emitted_at, 20, 204, ''
    from happened cross join ${schema}.subscribers`,
    [first, events],
  );
}
