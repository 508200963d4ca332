import type pg from 'pg';
import type { PostgresPool } from '../src/index.js';
import { createInterceptingPool } from './intercepting-pool.js';

/** How a statement was run. */
export interface Measured {
  readonly plan: string;
  /** Pages that it read. */
  readonly pages: number;
}

/** A pool that first runs each statement of a transaction to measure it, and undoes that. */
export interface MeasuringPool extends PostgresPool {
  /** The only statement whose name or text has that in it. */
  measured(part: string): Measured;
}

export function createMeasuringPool(pool: pg.Pool): MeasuringPool {
  const seen: (Measured & { readonly statement: string })[] = [];
  const measuring = createInterceptingPool(pool, async (query, go) => {
    const { name = '', text, values } = query;
    if (values === undefined) return go(query);
    await go({ text: 'savepoint measured' });
    const { rows } = await go({ text: `explain (analyze, buffers, timing off) ${text}`, values });
    await go({ text: 'rollback to savepoint measured' });
    const lines = rows.map((row) => (row as { readonly 'QUERY PLAN': string })['QUERY PLAN']);
    seen.push({ statement: `${name} ${text}`, plan: lines.join('\n'), pages: pagesOf(lines) });
    return go(query);
  });
  return {
    ...measuring,
    measured(part) {
      const [found, ...others] = seen.filter(({ statement }) => statement.includes(part));
      if (found === undefined || others.length > 0) throw new Error(`${part}: not one statement`);
      return found;
    },
  };
}

/** The first line about buffers is of the whole plan. */
function pagesOf(lines: readonly string[]): number {
  const buffers = lines.find((line) => line.includes('Buffers:')) ?? '';
  const counts = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].map(([, count]) => Number(count));
  return counts.reduce((sum, count) => sum + count, 0);
}
