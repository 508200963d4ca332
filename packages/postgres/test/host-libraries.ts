import type { HostTransaction } from '@stepward/core';
import { PrismaPg } from '@prisma/adapter-pg';
import { drizzle as drizzleOverPg } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { drizzle as drizzleOverPostgresJs } from 'drizzle-orm/postgres-js';
import createKnex from 'knex';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import postgres from 'postgres';
import { DataSource, EntitySchema, EntitySchemaOptions } from 'typeorm';
import {
  fromDrizzle,
  fromKnex,
  fromKysely,
  fromPostgresJs,
  fromPrisma,
  fromTypeorm,
} from '../src/transactions/index.js';
import { PrismaClient } from './prisma/generated/client.js';

/** For the examples of `docs/transactions.md`, from where these libraries do not resolve. */
export type { DataSource } from 'typeorm';
export type { PrismaClient } from './prisma/generated/client.js';

/** The table of the host, which each library writes in its own way. */
export const USERS = 'create table public.users (id text primary key)';

/** A host's transaction: `tx` for Stepward, and a row of the host's own. */
type Work = (tx: HostTransaction, insertUser: (id: string) => Promise<unknown>) => Promise<void>;

/** A library by which a host reaches its database. */
export interface HostLibrary {
  readonly name: string;
  /** Runs work in a transaction; a throw rolls it back and is thrown again. */
  transaction(work: Work): Promise<unknown>;
  /** Passes the handle outside any transaction to the library's adapter; null where there is none. */
  readonly outsideTransaction: (() => HostTransaction) | null;
  /** Closes the connections that are not of the pool. */
  end(): Promise<unknown>;
}

export function hostLibraries(url: string, pool: pg.Pool): readonly HostLibrary[] {
  return [
    overPg(pool),
    overPostgresJs(url),
    overKysely(pool),
    overDrizzlePg(pool),
    overDrizzlePostgresJs(url),
    overKnex(url),
    overPrisma(url),
    overTypeorm(url),
  ];
}

function overPg(pool: pg.Pool): HostLibrary {
  return {
    name: 'pg',
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work(client, (id) => client.query('insert into users values ($1)', [id]));
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    outsideTransaction: null,
    end: () => Promise.resolve(),
  };
}

function overPostgresJs(url: string): HostLibrary {
  // The option renames columns in what it reads, as many hosts do.
  const sql = postgres(url, { max: 1, transform: postgres.camel, onnotice: () => undefined });
  return {
    name: 'postgres.js',
    transaction: (work) =>
      sql.begin((tx) =>
        work(fromPostgresJs(tx), (id) => tx`insert into users ${tx({ id })}`.execute()),
      ),
    // @ts-expect-error -- not the `sql` of a transaction
    outsideTransaction: () => fromPostgresJs(sql),
    end: () => sql.end(),
  };
}

interface KyselyDatabase {
  readonly users: { readonly id: string };
}

function overKysely(pool: pg.Pool): HostLibrary {
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<KyselyDatabase>({ dialect, plugins: [new CamelCasePlugin()] });
  return {
    name: 'Kysely',
    transaction: (work) =>
      db
        .transaction()
        .execute((trx) =>
          work(fromKysely(trx), (id) => trx.insertInto('users').values({ id }).execute()),
        ),
    // @ts-expect-error -- not a Transaction
    outsideTransaction: () => fromKysely(db),
    end: () => Promise.resolve(),
  };
}

const drizzleUsers = pgTable('users', { id: text().primaryKey() });

function overDrizzlePg(pool: pg.Pool): HostLibrary {
  const db = drizzleOverPg(pool, { schema: { users: drizzleUsers } });
  return {
    name: 'Drizzle over node-postgres',
    transaction: (work) =>
      db.transaction((tx) =>
        work(fromDrizzle(tx), async (id) => tx.insert(drizzleUsers).values({ id })),
      ),
    // @ts-expect-error -- not a PgTransaction
    outsideTransaction: () => fromDrizzle(db),
    end: () => Promise.resolve(),
  };
}

function overDrizzlePostgresJs(url: string): HostLibrary {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const db = drizzleOverPostgresJs(sql, { schema: { users: drizzleUsers } });
  return {
    name: 'Drizzle over postgres.js',
    transaction: (work) =>
      db.transaction((tx) =>
        work(fromDrizzle(tx), async (id) => tx.insert(drizzleUsers).values({ id })),
      ),
    // @ts-expect-error -- not a PgTransaction
    outsideTransaction: () => fromDrizzle(db),
    end: () => sql.end(),
  };
}

function overKnex(url: string): HostLibrary {
  const knex = createKnex({ client: 'pg', connection: url, pool: { min: 0, max: 1 } });
  return {
    name: 'Knex',
    transaction: (work) =>
      knex.transaction((trx) =>
        work(fromKnex(trx), async (id) => trx<{ id: string }>('users').insert({ id })),
      ),
    // @ts-expect-error -- not a Knex.Transaction
    outsideTransaction: () => fromKnex(knex),
    end: () => knex.destroy(),
  };
}

function overPrisma(url: string): HostLibrary {
  const adapter = new PrismaPg({ connectionString: url, max: 1 });
  const prisma = new PrismaClient({ adapter });
  return {
    name: 'Prisma',
    transaction: (work) =>
      prisma.$transaction((tx) =>
        work(fromPrisma(tx), async (id) => tx.user.create({ data: { id } })),
      ),
    // @ts-expect-error -- not a TransactionClient
    outsideTransaction: () => fromPrisma(prisma),
    end: () => prisma.$disconnect(),
  };
}

export const TypeormUser = new EntitySchema<{ id: string }>(
  Object.assign(new EntitySchemaOptions<{ id: string }>(), {
    name: 'users',
    columns: { id: { type: 'text', primary: true } },
  }),
);

function overTypeorm(url: string): HostLibrary {
  const opened = new DataSource({
    type: 'postgres',
    url,
    poolSize: 1,
    entities: [TypeormUser],
  }).initialize();
  return {
    name: 'TypeORM',
    transaction: async (work) =>
      (await opened).transaction((manager) =>
        work(fromTypeorm(manager), (id) => manager.insert(TypeormUser, { id })),
      ),
    outsideTransaction: () => fromTypeorm(new DataSource({ type: 'postgres', url }).manager),
    end: async () => (await opened).destroy(),
  };
}
