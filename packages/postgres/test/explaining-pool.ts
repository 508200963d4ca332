import type pg from 'pg';
import type { PostgresPool } from '../src/index.js';

/** A pool that asks for the plan of each statement before it runs it. */
export interface ExplainingPool extends PostgresPool {
  /** The plans since the last call. */
  take(): string;
}

export function createExplainingPool(pool: pg.Pool): ExplainingPool {
  let plans: string[] = [];
  return {
    async connect() {
      const client = await pool.connect();
      return {
        async query(query) {
          const { text, values } = query;
          if (values !== undefined) {
            const plan = await client.query({ text: `explain (costs off) ${text}`, values });
            plans.push(...plan.rows.map((row) => String(row['QUERY PLAN'])));
          }
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
    take() {
      const taken = plans.join('\n');
      plans = [];
      return taken;
    },
  };
}
