import type pg from 'pg';
import type { PostgresPool, PostgresQuery } from '../src/index.js';
import { createInterceptingPool } from './intercepting-pool.js';

/** A pool that stops where a test says. */
export interface PausingPool extends PostgresPool {
  /**
   * Does something once, before the next statement is sent that has this in its name, or that has no name and begins with it.
   *
   * @param act gets the id of the connection's process
   */
  before(statement: string, act: (pid: number) => unknown): void;
}

/** Whether a query has this in its name, or has no name and begins with it. */
export function isNamed({ name, text }: PostgresQuery, statement: string): boolean {
  return name?.includes(statement) ?? text.startsWith(statement);
}

/** No statement ends because another one holds a lock for too long: the test decides how long that is. */
export function createPausingPool(pool: pg.Pool): PausingPool {
  const acts = new Map<string, (pid: number) => unknown>();
  const pausing = createInterceptingPool(pool, async (query, go, pid) => {
    for (const [statement, act] of acts) {
      if (!isNamed(query, statement)) continue;
      acts.delete(statement);
      await act(pid);
    }
    return go({ ...query, text: query.text.replace(/lock_timeout = [^;]+/, 'lock_timeout = 0') });
  });
  return {
    ...pausing,
    before(statement, act) {
      acts.set(statement, act);
    },
  };
}
