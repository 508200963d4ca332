import type { Pool, PoolClient } from 'pg';

/** What a host's transaction does after its own insert. */
export type Step = (client: PoolClient, number: number) => Promise<void>;

export async function createHostTables(pool: Pool): Promise<void> {
  await pool.query(`
    create table users (id bigint generated always as identity primary key, number int not null,
      email text not null, created_at timestamptz not null default now());
    create table outbox (id uuid primary key, type text not null, data text not null,
      created_at timestamptz not null default now())`);
}

/**
 * Runs so many transactions of a host's, so many at a time, and gives the milliseconds of all of them.
 * Each begins, inserts a row of the host's own, takes the step and commits: four round trips where the
 * step is one.
 */
export async function runTransactions(
  pool: Pool,
  { count, concurrency }: { readonly count: number; readonly concurrency: number },
  step: Step,
): Promise<number> {
  let next = 0;
  const loop = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      while (next < count) {
        next += 1;
        await runTransaction(client, next, step);
      }
    } finally {
      client.release();
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, loop));
  return performance.now() - started;
}

async function runTransaction(client: PoolClient, number: number, step: Step): Promise<void> {
  await client.query('begin');
  await client.query('insert into users (number, email) values ($1, $2)', [
    number,
    `user-${String(number)}@example.com`,
  ]);
  await step(client, number);
  await client.query('commit');
}
