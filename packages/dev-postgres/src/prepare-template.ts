import { migrate } from '@stepward/postgres';
import pg from 'pg';
import { createDatabase } from './create-database.js';
import type { Database } from './database.js';
import type { PostgresServer } from './postgres-server.js';

/**
 * Makes the database that every test file gets a copy of, once per run, with Stepward's tables in
 * it. What is done to it here need not be done in any test; every connection to it has to be closed
 * in the end, or it cannot be copied.
 */
export async function prepareTemplate(server: PostgresServer): Promise<Database> {
  const template = await createDatabase(server);
  const pool = new pg.Pool({ connectionString: template.url, max: 1 });
  try {
    await migrate({ pool });
  } finally {
    await pool.end();
  }
  return template;
}
