import type pg from 'pg';
import type { PostgresPool } from '../src/index.js';

/** A pool that asks for the plan of each statement before it runs it. */
export interface ExplainingPool extends PostgresPool {
  /** The plans since the last call; only those of statements whose name has that in it. */
  take(name?: string): string;
}

export function createExplainingPool(pool: pg.Pool): ExplainingPool {
  let plans: { readonly name: string; readonly plan: string }[] = [];
  return {
    async connect() {
      const client = await pool.connect();
      return {
        async query(query) {
          const { name = '', text, values } = query;
          if (values !== undefined) {
            const { rows } = await client.query({ text: `explain (costs off) ${text}`, values });
            plans.push({ name, plan: rows.map((row) => String(row['QUERY PLAN'])).join('\n') });
          }
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
    take(part = '') {
      const taken = plans
        .flatMap(({ name, plan }) => (name.includes(part) ? [plan] : []))
        .join('\n');
      plans = [];
      return taken;
    },
  };
}
