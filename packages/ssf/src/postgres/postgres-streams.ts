import {
  checkOptions,
  hasMethods,
  optional,
  required,
  requireTenantId,
} from '@stepward/core/adapter';
import type { SecurityEvent } from '../events/security-event.js';
import type { Stream } from '../streams/stream.js';
import type { StreamStorage } from '../streams/stream-storage.js';
import {
  A_NAME,
  A_POOL,
  DEFAULT_SCHEMA,
  inTransaction,
  isName,
  quote,
  type Query,
  type StreamsPool,
} from './streams-pool.js';

export interface PostgresStreamsOptions {
  /** The host's pool. Each call takes one client of it. */
  readonly pool: StreamsPool;
  /** The schema that `migrateStreams` made; `stepward_ssf`. */
  readonly schema?: string;
}

/**
 * Keeps streams in Postgres, where row-level security keeps tenants apart.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * await migrateStreams({ pool });
 * const storage = createPostgresStreams({ pool });
 */
export function createPostgresStreams(options: PostgresStreamsOptions): StreamStorage {
  checkOptions('createPostgresStreams', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isName),
  });
  const { pool, schema = DEFAULT_SCHEMA } = options;
  const streams = `${quote(schema)}.streams`;
  const heldEvents = `${quote(schema)}.held_events`;
  const isStream = 'tenant_id = $1 and stream_id = $2';

  async function locked(query: Query, ...key: readonly string[]): Promise<Stream | null> {
    const text = `select stream from ${streams} where ${isStream} for update`;
    const [row] = await query(text, [...key]);
    return row === undefined ? null : readStream(row);
  }

  return {
    insert: ({ tenantId, receiver, ...others }, limit) =>
      inTenant(pool, tenantId, async (query) => {
        const lock = JSON.stringify(['stepward streams', schema, tenantId, receiver]);
        await query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
        const stream = { tenantId, receiver, ...others };
        const inserted = await query(
          `insert into ${streams} (tenant_id, stream_id, receiver, stream, created_at)
            select $1, $2, $3, $4, $5
            where (select count(*) from ${streams} where tenant_id = $1 and receiver = $3) < $6
            returning stream_id`,
          [tenantId, stream.id, receiver, JSON.stringify(stream), stream.createdAt, limit],
        );
        return inserted.length > 0;
      }),

    find: (tenantId, streamId) =>
      inTenant(pool, tenantId, async (query) => {
        const text = `select stream from ${streams} where ${isStream}`;
        const [row] = await query(text, [tenantId, streamId]);
        return row === undefined ? null : readStream(row);
      }),

    list: (tenantId, receiver) =>
      inTenant(pool, tenantId, async (query) => {
        const rows = await query(
          `select stream from ${streams} where tenant_id = $1 and receiver = $2
            order by created_at, stream_id`,
          [tenantId, receiver],
        );
        return rows.map(readStream);
      }),

    change: (tenantId, streamId, decide) =>
      inTenant(pool, tenantId, async (query) => {
        const found = await locked(query, tenantId, streamId);
        const changed = found && decide(found);
        if (changed === null) return null;
        const values = [tenantId, streamId, JSON.stringify(changed)];
        await query(`update ${streams} set stream = $3 where ${isStream}`, values);
        return changed;
      }),

    remove: (tenantId, streamId) =>
      inTenant(pool, tenantId, async (query) => {
        await query(`delete from ${streams} where ${isStream}`, [tenantId, streamId]);
      }),

    removeAll: (tenantId) =>
      inTenant(pool, tenantId, async (query) => {
        const text = `delete from ${streams} where tenant_id = $1 returning stream_id`;
        return (await query(text, [tenantId])).length;
      }),

    hold: (tenantId, streamId, events, { limit, since }) =>
      inTenant(pool, tenantId, async (query) => {
        if ((await locked(query, tenantId, streamId)) === null) return false;
        await query(`delete from ${heldEvents} where ${isStream} and happened_at < $3`, [
          ...[tenantId, streamId, since],
        ]);
        // The rows of the statement are not among those that it counts.
        const [row] = await query(
          `with given as (
              select event_id, happened_at, is_urgent, claims
              from jsonb_to_recordset($3::jsonb)
                as given (event_id text, happened_at timestamptz, is_urgent boolean, claims text)
            ), added as (
              select * from given where not exists (
                select from ${heldEvents} held
                where ${isStream} and held.event_id = given.event_id)
            ), room as (
              select (select count(*) from added) = 0 or
                (select count(*) from ${heldEvents} where ${isStream})
                  + (select count(*) from added) <= $4 as has_room
            ), inserted as (
              insert into ${heldEvents}
                (tenant_id, stream_id, event_id, happened_at, is_urgent, claims)
              select $1, $2, added.* from added, room where has_room
            )
            select has_room from room`,
          [tenantId, streamId, JSON.stringify(events.map(eventRow)), limit],
        );
        return (row as { readonly has_room: boolean }).has_room;
      }),

    held: (tenantId, streamId, limit) =>
      inTenant(pool, tenantId, async (query) => {
        const rows = await query(
          `select event_id, happened_at, is_urgent, claims from ${heldEvents} where ${isStream}
            order by is_urgent desc, happened_at, event_id limit $3`,
          [tenantId, streamId, limit],
        );
        return rows.map(readEvent);
      }),

    release: (tenantId, streamId, ids) =>
      inTenant(pool, tenantId, async (query) => {
        if (ids === 'all') {
          if ((await locked(query, tenantId, streamId))?.status !== 'disabled') return;
          await query(`delete from ${heldEvents} where ${isStream}`, [tenantId, streamId]);
        } else {
          const text = `delete from ${heldEvents} where ${isStream} and event_id = any($3)`;
          await query(text, [tenantId, streamId, [...ids]]);
        }
      }),
  };
}

/** Postgres ends a transaction of a frozen process after 30 seconds, because others wait for its locks. */
async function inTenant<T>(
  pool: StreamsPool,
  tenantId: string,
  work: (query: Query) => Promise<T>,
): Promise<T> {
  requireTenantId(tenantId);
  const begin = [
    'begin isolation level read committed',
    `set local stepward.tenant_id = '${tenantId}'`,
    `set local idle_in_transaction_session_timeout = '30s'`,
  ];
  return inTransaction(pool, begin.join('; '), work);
}

function readStream(row: unknown): Stream {
  const stream = JSON.parse((row as { readonly stream: string }).stream) as Stream;
  const { createdAt, verifiedAt } = stream;
  return {
    ...stream,
    createdAt: new Date(createdAt),
    verifiedAt: verifiedAt === null ? null : new Date(verifiedAt),
  };
}

interface EventRow {
  readonly event_id: string;
  readonly happened_at: Date;
  readonly is_urgent: boolean;
  /** JSON, as text: `jsonb` takes neither all texts nor their order. */
  readonly claims: string;
}

function eventRow({ id, at, isUrgent, claims }: SecurityEvent): EventRow {
  return { event_id: id, happened_at: at, is_urgent: isUrgent, claims: JSON.stringify(claims) };
}

function readEvent(row: unknown): SecurityEvent {
  const { event_id: id, happened_at: at, is_urgent: isUrgent, claims } = row as EventRow;
  return { id, at, isUrgent, claims: JSON.parse(claims) as SecurityEvent['claims'] };
}
