import type { Pool } from 'pg';

/** Watches how many dead rows Stepward's tables have. */
export interface DeadRows {
  /** The most that were seen. */
  most(): number;
  stop(): void;
}

const EVERY_MS = 1_000;

export function watchDeadRows(pool: Pool): DeadRows {
  let most = 0;
  const look = async (): Promise<void> => {
    const { rows } = await pool.query<{ dead: string }>(
      `select coalesce(sum(n_dead_tup), 0) as dead from pg_stat_user_tables where schemaname = 'stepward'`,
    );
    most = Math.max(most, Number(rows[0]?.dead));
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  return {
    most: () => most,
    stop: () => clearInterval(timer),
  };
}
