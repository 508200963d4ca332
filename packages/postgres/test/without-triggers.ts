import { requireAdmin } from '@stepward/dev-postgres';
import pg from 'pg';

/**
 * Runs SQL as a superuser that neither triggers nor row-level security bind, like an attacker with the database in
 * their hands would. Skips the test where there is no superuser.
 */
export async function withoutTriggers(adminUrl: string | null, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: await requireAdmin(adminUrl) });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; ${text}`);
  } finally {
    await client.end();
  }
}
