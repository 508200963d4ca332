import {
  addMs,
  COUNTER_RETENTION_MS,
  days,
  earlier,
  type Expiry,
  msBetween,
  SENT_MESSAGE_MS,
  TOMBSTONE_MS,
  utcDay,
} from '@stepward/core/adapter';
import type { Sql } from './connection/index.js';
import { purgeHandlers } from './queue/index.js';
import { CLOCK } from './schema/index.js';

/** Milliseconds by which the host's clock may be ahead of the machine's. */
const AHEAD_MS = 60_000;

/** Deletes what has expired, of all tenants: see `Storage.purge`. */
export function purgeExpired(sql: Sql, expiry: Expiry): void {
  const clock = clockOf(sql);
  const now = boundByMachine(clock, expiry.now);
  const ahead = msBetween(now, expiry.now);
  purgeFactors(sql, now);
  sql.run('delete from stepward_idempotency_records where expires_at <= @now', { now });
  purgeLogs(sql, earlier(now, clock));
  purgeDeliveries(sql, addMs(expiry.deliveriesUntil, -ahead));
  purgeHandlers(sql, addMs(expiry.deliveriesUntil, -ahead));
  purgeEvents(sql, addMs(expiry.eventsUntil, -ahead));
}

/** The time of the host, but not beyond the machine's clock plus a minute. */
export function boundNow(sql: Sql, now: Date): Date {
  return boundByMachine(clockOf(sql), now);
}

function boundByMachine(clock: Date, now: Date): Date {
  return earlier(now, addMs(clock, AHEAD_MS));
}

function clockOf(sql: Sql): Date {
  return new Date((sql.first(`select ${CLOCK} as now`) as { readonly now: number }).now);
}

function purgeFactors(sql: Sql, now: Date): void {
  const yesterday = addMs(now, -days(1));
  sql.run('delete from stepward_codes where ends_at <= @until', {
    until: addMs(now, -TOMBSTONE_MS),
  });
  sql.run(
    `update stepward_codes set status = 'expired',
        state = json_object('status', 'expired', 'endedAt', json_object('$date', ends_at))
      where status = 'pending' and ends_at <= @now`,
    { now },
  );
  sql.run('delete from stepward_trusted_devices where expires_at <= @now', { now });
  sql.run('delete from stepward_record_parts where last_used_at <= @yesterday', { yesterday });
  sql.run('delete from stepward_daily_sends where day < @day', { day: utcDay(yesterday) });
  const counted = { until: addMs(now, -COUNTER_RETENTION_MS) };
  sql.run('delete from stepward_send_counters where bucket <= @until', counted);
  sql.run('delete from stepward_send_blocks where until <= @until', counted);
  sql.run('delete from stepward_grants where expires_at <= @now', { now });
  sql.run('delete from stepward_sms_messages where sent_at <= @until', {
    until: addMs(now, -SENT_MESSAGE_MS),
  });
}

/** Of the audit log a prefix of each chain, up to the first entry that is still to be kept, and never the newest one. */
function purgeLogs(sql: Sql, now: Date): void {
  sql.run('delete from stepward_authentication_entries where retain_until <= @now', { now });
  const kept = sql.all(
    `select tenant_id as tenantId, min(entry.sequence) as first
      from stepward_audit_entries as entry join stepward_audit_heads as head using (tenant_id)
      where retain_until > @now or entry.sequence = head.sequence group by tenant_id`,
    { now },
  ) as readonly { readonly tenantId: string; readonly first: number }[];
  for (const first of kept) {
    sql.run(
      'delete from stepward_audit_entries where tenant_id = @tenantId and sequence < @first',
      first,
    );
  }
}

function purgeDeliveries(sql: Sql, until: Date): void {
  sql.run(
    `delete from stepward_attempts where (tenant_id, subscriber_id, delivery_id) in (
      select tenant_id, subscriber_id, delivery_id from stepward_deliveries where finished_at <= @until
    )`,
    { until },
  );
  sql.run('delete from stepward_deliveries where finished_at <= @until', { until });
}

/** Keeps events that a subscriber or a handler may still get. */
function purgeEvents(sql: Sql, until: Date): void {
  sql.run(
    `delete from stepward_outbox
      where emitted_at <= @until and tenant_id not in (select tenant_id from stepward_subscribers)
        and not exists (select 1 from stepward_handlers)`,
    { until },
  );
  sql.run(
    `delete from stepward_events as event
      where emitted_at <= @until
        and not exists (
          select 1 from stepward_deliveries as delivery
            where delivery.tenant_id = event.tenant_id and delivery.event_id = event.event_id
              and status = 'pending'
        )
        and not exists (
          select 1 from stepward_outbox as waiting
            where waiting.tenant_id = event.tenant_id and waiting.event_id = event.event_id
        )`,
    { until },
  );
}
