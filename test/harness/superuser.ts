import { requireAdmin } from '@stepward/dev-postgres';
import pg from 'pg';
import { afterAll } from 'vitest';
import { TABLE_NAMES } from './table-names.js';

/**
 * An attacker with full access to the database: row-level security does not bind them. Each call skips the running test where
 * the server offers no superuser.
 */
export interface Superuser {
  /** Whether the server offers one. */
  readonly isOffered: boolean;
  query(text: string, values?: unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Runs SQL without firing triggers. */
  withoutTriggers(text: string): Promise<void>;
  /** Every column of every row of every table, a text each. */
  everyRow(): Promise<readonly string[]>;
  /** For each table how many rows it has, and a digest of them all; without the entries of refused requests. */
  fingerprint(): Promise<readonly Record<string, unknown>[]>;
}

/** Connects on the first query, and ends with the file or the `describe`. */
export function superuserOf(adminUrl: string | null): Superuser {
  const pool = new pg.Pool({ connectionString: adminUrl ?? '', max: 1 });
  pool.on('error', () => undefined);
  afterAll(() => pool.end());

  const query: Superuser['query'] = async (text, values) => {
    await requireAdmin(adminUrl);
    return (await pool.query<Record<string, unknown>>(text, values)).rows;
  };

  /** One query over all tables; `select` gets a table's name. */
  async function overTables(
    select: (name: string) => string,
  ): Promise<readonly Record<string, unknown>[]> {
    const tables = await query(TABLE_NAMES);
    const names = tables.map(({ tablename }) => String(tablename)).toSorted();
    return query(`${names.map(select).join(' union all ')} order by 1`);
  }

  return {
    isOffered: adminUrl !== null,
    query,
    async withoutTriggers(text) {
      await query(`begin; set local session_replication_role = replica; ${text}; commit`);
    },
    async everyRow() {
      const rows = await overTables(
        (name) => `select row_to_json(r)::text as text from stepward.${name} as r`,
      );
      return rows.map(({ text }) => String(text));
    },
    fingerprint: () =>
      overTables(
        (name) =>
          `select '${name}' as name, count(*)::int as rows,
             md5(string_agg(r::text, chr(10) order by r::text)) as digest
           from stepward.${name} as r
           where to_jsonb(r) ->> 'type' is distinct from 'access.refused'`,
      ),
  };
}
