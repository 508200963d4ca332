import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import {
  A_NAME,
  A_POOL,
  DEFAULT_SCHEMA,
  inTransaction,
  isName,
  quote,
  type StreamsPool,
} from './streams-pool.js';

export interface MigrateStreamsOptions {
  /** Its role must be allowed to create a schema in the database, or own the one that is named. */
  readonly pool: StreamsPool;
  /** The schema for the tables of streams only; `stepward_ssf`. */
  readonly schema?: string;
  /** The role that the service runs as, if that is not the role that migrates. */
  readonly grantTo?: string;
}

/**
 * Makes the tables of streams, where they are not there, in one transaction. Hosts may call it on every start, any number of them at
 * once.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 */
export async function migrateStreams(options: MigrateStreamsOptions): Promise<void> {
  checkOptions('migrateStreams', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isName),
    grantTo: optional(A_NAME, isName),
  });
  const { pool, schema = DEFAULT_SCHEMA, grantTo } = options;
  await inTransaction(pool, 'begin', async (query) => {
    await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`stepward ${schema}`]);
    const [found] = await query('select from pg_namespace where nspname = $1', [schema]);
    if (found === undefined) await query(`create schema ${quote(schema)}`);
    const [table] = await query('select where to_regclass($1) is not null', [
      `${quote(schema)}.streams`,
    ]);
    if (table === undefined) {
      for (const statement of tables(quote(schema))) await query(statement);
    }
    if (grantTo !== undefined) {
      for (const statement of grants(quote(schema), quote(grantTo))) await query(statement);
    }
  });
}

/** A stream is JSON, because nothing but this package reads it; what it is found by stands beside it. */
function tables(schema: string): readonly string[] {
  return [
    `create table ${schema}.streams (
      tenant_id text collate "C" not null,
      stream_id text collate "C" not null,
      receiver text collate "C" not null,
      stream text not null,
      created_at timestamptz not null,
      primary key (tenant_id, stream_id)
    )`,
    `create index streams_by_receiver on ${schema}.streams (tenant_id, receiver)`,
    `create table ${schema}.held_events (
      tenant_id text collate "C" not null,
      stream_id text collate "C" not null,
      event_id text collate "C" not null,
      happened_at timestamptz not null,
      is_urgent boolean not null,
      claims text not null,
      primary key (tenant_id, stream_id, event_id),
      foreign key (tenant_id, stream_id) references ${schema}.streams on delete cascade
    )`,
    `create index held_events_in_order
      on ${schema}.held_events (tenant_id, stream_id, is_urgent desc, happened_at, event_id)`,
    ...[`${schema}.streams`, `${schema}.held_events`].flatMap(isolateTenants),
  ];
}

/** Where no tenant is set, no row is visible, also to the owner. */
function isolateTenants(table: string): readonly string[] {
  return [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy one_tenant on ${table}
      using (tenant_id = current_setting('stepward.tenant_id', true))
      with check (tenant_id = current_setting('stepward.tenant_id', true))`,
  ];
}

function grants(schema: string, role: string): readonly string[] {
  return [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on ${schema}.streams, ${schema}.held_events to ${role}`,
  ];
}
