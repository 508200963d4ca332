/** A tenant, `acme`, that moves from one schema of a database to another: from the north to the south. */
import { systemCaller, type StorageWithWebhooks } from '@stepward/core';
import { testDatabase, type TestDatabase } from '@stepward/dev-postgres';
import type pg from 'pg';
import { beforeEach } from 'vitest';
import { createPostgresStorage, migrate, moveTenant, type PostgresPool } from '../src/index.js';
import { TENANT_TABLES } from '../src/maintenance/tenant-tables.js';
import { fillQueue, fillTables } from './every-table.js';
import { createInterceptingPool } from './intercepting-pool.js';
import { stepwardOver } from './stepward-over.js';

const ADA = { tenantId: 'acme', identityId: 'ada@example.com', phone: '+14155552671' };
const OTHER = { ...ADA, tenantId: 'globex' };

/** The tenant that moves, as its own administrator. */
export const ACME = systemCaller('acme');

export const isAcme = ({ tenantId }: { readonly tenantId: string }): boolean => tenantId === 'acme';

/** What Postgres fills in itself, in each database. */
const OWN = ['written_by', 'queued_by', 'arrival'];

export interface MoveHarness {
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  storageOf(schema: string): StorageWithWebhooks;
  /** Rows of two tenants in every table of the north. */
  fill(): Promise<void>;
  /**
   * @param through the pool of the process that moves
   * @param name that of the new database; that of its schema by default
   */
  move(
    through?: PostgresPool,
    from?: string,
    to?: string,
    name?: string,
  ): ReturnType<typeof moveTenant>;
  /** Takes back the move from the north to the south. */
  cancel(through?: PostgresPool): ReturnType<typeof moveTenant>;
  /** The pool of a process that is killed before it sends another statement. */
  dyingAfter(statements: number): PostgresPool;
  /** The pool of a process that is killed before it sends a statement with that text. */
  dyingAt(text: string): PostgresPool;
  /** The pool of a process that does something once, before the first statement with that text. */
  actingAt(text: string, act: () => Promise<unknown>): PostgresPool;
  /** The rows of a statement on what the tenant that moves has. */
  asAcme(text: string): Promise<readonly unknown[]>;
  /** Every row of a tenant, by table. */
  rowsOf(schema: string, tenantId: string): Promise<Record<string, readonly string[]>>;
}

/** Each test finds both schemas empty. */
export async function moveHarness(): Promise<MoveHarness> {
  const database = await testDatabase();
  const pool = database.pool();
  beforeEach(async () => {
    for (const schema of ['north', 'south']) {
      await pool.query(`drop schema if exists ${schema} cascade`);
      await migrate({ pool, schema });
    }
  });

  const storageOf = (schema: string): StorageWithWebhooks =>
    createPostgresStorage({ pool, schema });

  const between = (through: PostgresPool, from: string, to: string, name: string) => ({
    tenantId: 'acme',
    from: { name: from, pool: through, schema: from },
    to: { name, pool: through, schema: to },
  });

  return {
    database,
    pool,
    storageOf,
    async fill() {
      const storage = storageOf('north');
      const stepward = stepwardOver(storage);
      for (const whose of [ADA, OTHER]) await fillTables(storage, stepward, whose);
      await fillQueue(storage, ['acme', 'globex']);
    },
    move: (through = pool, from = 'north', to = 'south', name = to) =>
      moveTenant(between(through, from, to, name)),
    cancel: (through = pool) =>
      moveTenant({ ...between(through, 'north', 'south', 'south'), cancel: true }),
    dyingAfter(statements) {
      let count = 0;
      return createInterceptingPool(pool, async (query, go) => {
        count += 1;
        if (count > statements) throw new Error('killed');
        return go(query);
      });
    },
    dyingAt: (text) =>
      createInterceptingPool(pool, async (query, go) => {
        if (query.text.includes(text)) throw new Error('killed');
        return go(query);
      }),
    actingAt(text, act) {
      let hasActed = false;
      return createInterceptingPool(pool, async (query, go) => {
        if (!hasActed && query.text.includes(text)) {
          hasActed = true;
          await act();
        }
        return go(query);
      });
    },
    async asAcme(text) {
      const results = await pool.query(
        `begin; set local stepward.tenant_id = 'acme'; ${text}; commit`,
      );
      const [, , read] = results as unknown as readonly { readonly rows: readonly unknown[] }[];
      return read?.rows ?? [];
    },
    async rowsOf(schema, tenantId) {
      const client = await pool.connect();
      const found: Record<string, readonly string[]> = {};
      try {
        await client.query(`begin; set local stepward.tenant_id = '${tenantId}'`);
        for (const table of [...TENANT_TABLES, 'subscriber_filters']) {
          const { rows } = await client.query<{ text: string }>(
            `select (to_jsonb(one) - $1::text[])::text as text from ${schema}.${table} as one order by 1`,
            [OWN],
          );
          if (rows.length > 0) found[table] = rows.map(({ text }) => text);
        }
      } finally {
        await client.query('rollback');
        client.release();
      }
      return found;
    },
  };
}

/** The result of a move or its cancellation: `done`, or the message of its error. */
export function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
}
