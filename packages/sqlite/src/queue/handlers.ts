import type { KnownHandler } from '@stepward/core';
import { handlerId, type HandlerRegistration, handlerShard } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { fieldsOf } from '../rows/index.js';
import { CLOCK } from '../schema/index.js';

/** Stores the handlers of a worker, each with its shard. */
export function registerHandlers(sql: Sql, handlers: readonly HandlerRegistration[]): void {
  for (const { name, events } of handlers) {
    const shard = handlerShard(name);
    sql.run(
      `insert into stepward_handlers (name, shard, events, last_seen_at)
        values (@name, @shard, @events, ${CLOCK})
        on conflict (name) do update set events = excluded.events, last_seen_at = excluded.last_seen_at`,
      { name, shard, events: JSON.stringify(events) },
    );
    sql.run('insert into stepward_shards (shard) values (@shard) on conflict do nothing', {
      shard,
    });
  }
}

const KNOWN = fieldsOf<KnownHandler>({
  name: 'plain',
  events: 'json',
  lastSeenAt: 'time',
  isRunning: 'flag',
});

/** All handlers that are known. */
export function knownHandlers(sql: Sql): readonly KnownHandler[] {
  return KNOWN.readAll(
    sql.all(`select name, events, last_seen_at as lastSeenAt, exists (
        select 1 from stepward_shards join stepward_workers on worker = owner
          where shard = handler.shard and lease_until > ${CLOCK}
      ) as isRunning
      from stepward_handlers as handler order by name`),
  );
}

/** The names of the handlers that get an event with these patterns, which are a JSON array. */
export function handlersOf(sql: Sql, patterns: string): readonly string[] {
  const rows = sql.all(
    `select name from stepward_handlers where exists (
        select 1 from json_each(events) as wanted
          where wanted.value in (select value from json_each(@patterns))
      ) order by name`,
    { patterns },
  );
  return (rows as readonly { readonly name: string }[]).map(({ name }) => name);
}

/** Forgets handlers that no worker has had since that time, with what waits for them. */
export function purgeHandlers(sql: Sql, until: Date): void {
  const rows = sql.all('select name from stepward_handlers where last_seen_at <= @until', {
    until,
  });
  const names = (rows as readonly { readonly name: string }[]).map(({ name }) => name);
  const ids = JSON.stringify(names.map(handlerId));
  const unhandled = `status = 'pending' and subscriber_id in (select value from json_each(@ids))`;
  sql.run(
    `delete from stepward_attempts where (tenant_id, subscriber_id, delivery_id) in (
      select tenant_id, subscriber_id, delivery_id from stepward_deliveries where ${unhandled}
    )`,
    { ids },
  );
  sql.run(`delete from stepward_deliveries where ${unhandled}`, { ids });
  sql.run('delete from stepward_handlers where last_seen_at <= @until', { until });
}
