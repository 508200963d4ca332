import { storedTimes } from '../connection/stored-values.js';
import { BLOCK_COLUMNS, blockRows } from './send-counters.js';
import { FIRST_VERSION, JUST_WRITTEN, lastUse } from '../stores/code-row.js';
import { isFilled } from './change.js';
import { mostOf, slotOf, SLOTS } from './slots.js';
import { BEYOND_BOUND, DECISION_LOST, ran, writePart } from './write-part.js';

/** The sends to a destination, which other identities may share. */
export const destinationSends = writePart({
  isIn: ({ destination }) => destination !== null,
  parameters: {
    subject: ['text', ({ destination }) => destination],
    version: ['bigint', ({ guard }) => guard?.versions.destination],
    sentAt: ['timestamptz[]', ({ record }) => storedTimes(record.destinationSends.sentAt)],
    cooldown: ['timestamptz', ({ record }) => record.destinationSends.cooldownStartedAt],
    lastUse: ['timestamptz', ({ record }) => lastUse(record.destinationSends.sentAt)],
  },
  sql: (schema, { subject, version, sentAt, cooldown, lastUse: lastUsedAt }, $) => ({
    tables: `destination as (
      insert into ${schema}.ledgers as stored
        (tenant_id, subject, sent_at, cooldown_started_at, last_used_at, version)
      select ${$.tenantId}, ${subject}, ${sentAt}, ${cooldown},
        coalesce(${lastUsedAt}, ${JUST_WRITTEN}), ${FIRST_VERSION}
      from guard where ${subject} is not null
      on conflict (tenant_id, subject) do update
      set sent_at = excluded.sent_at, cooldown_started_at = excluded.cooldown_started_at,
        last_used_at = excluded.last_used_at, version = stored.version + 1
      where ${version} is null or stored.version = ${version}
      returning 1
    )`,
    check: {
      holds: `${subject} is null or exists (select from destination)`,
      otherwise: DECISION_LOST,
    },
  }),
});

/**
 * The slot that counts the send of the day: the identity's own, or the first after it that is not full. No row where all are
 * full.
 */
export const dailySlot = writePart({
  isIn: ({ also }) => Boolean(also.dailySend),
  parameters: {
    day: ['date', ({ also }) => also.dailySend?.day],
    share: ['text', ({ also }) => also.dailySend?.share],
    add: ['integer', ({ also }) => also.dailySend?.add],
    most: ['bigint', ({ also }) => also.dailySend?.bound?.most],
  },
  sql: (schema, { day, share, add, most }, $) => ({
    tables: `daily_rows as materialized (
      select stored.* from guard cross join lateral (
        select slot, count from ${schema}.daily_sends
        where tenant_id = guard.tenant_id and day = ${day} and share = ${share} offset 0
      ) as stored
    ),
    daily_slot as materialized (
      select ${day} as day, ${share} as share, ${add} as add, free.* from guard cross join lateral (
        select slot, ${mostOf('slot', most)} as most from (
          select (${slotOf($.identityId)} + step) % ${String(SLOTS)} as slot
          from generate_series(0, ${String(SLOTS - 1)}) as step
        ) as slots
        where ${most} is null
          or ${add} + coalesce((select count from daily_rows where slot = slots.slot), 0) <= ${mostOf('slot', most)}
        limit 1
      ) as free
      where ${day} is not null
        and (${most} is null or ${add} + coalesce((select sum(count) from daily_rows), 0) <= ${most})
    )`,
    check: { holds: `${day} is null or exists (select from daily_slot)`, otherwise: BEYOND_BOUND },
  }),
});

/** The send of the day. Others may have filled the slot meanwhile: then the decision is made again, and finds another one. */
export const dailySend = writePart({
  isIn: dailySlot.isIn,
  parameters: {},
  sql: (schema, _, $) => ({
    tables: `daily_send as (
      insert into ${schema}.daily_sends as stored (tenant_id, day, share, slot, count)
      select ${$.tenantId}, day, share, slot, add from daily_slot
      on conflict (tenant_id, day, share, slot) do update set count = stored.count + excluded.count
      where (select stored.count + add <= most from daily_slot) is not false
      returning 1
    )`,
    check: {
      holds: `exists (select from daily_send) or not exists (select from daily_slot)`,
      otherwise: DECISION_LOST,
    },
  }),
});

/** Blocks that begin. Of two decisions that begin the same one, the later is made again, and finds it. */
export const blocks = writePart({
  isIn: ({ also }) => isFilled(also.counted?.blocks),
  parameters: {
    rows: ['json', ({ also }) => JSON.stringify(blockRows(also.counted?.blocks ?? []))],
  },
  sql: (schema, { rows }, $) => ({
    tables: `blocks as (
      insert into ${schema}.send_blocks as stored (tenant_id, ${BLOCK_COLUMNS})
      select ${$.tenantId}, ${BLOCK_COLUMNS}
      from guard, json_populate_recordset(null::${schema}.send_blocks, ${rows}) as given
      order by given.name
      on conflict (tenant_id, name) do update
      set mode = excluded.mode, started_at = excluded.started_at, until = excluded.until,
        repeats = excluded.repeats, unverified = excluded.unverified
      where ${$.version} is null or stored.until <= excluded.started_at
        or (stored.mode = 'monitor' and excluded.mode = 'enforce')
      returning 1
    )`,
    check: {
      holds: `(select count(*) from blocks) = json_array_length(${rows})`,
      otherwise: DECISION_LOST,
    },
  }),
});

/** The counters of the fraud guard. All decisions add in one order, so none waits in a circle. */
export const counters = writePart({
  isIn: ({ also }) => isFilled(also.counted?.add),
  parameters: { rows: ['json', ({ also }) => JSON.stringify(also.counted?.add ?? [])] },
  sql: (schema, { rows }, $) => ({
    tables: `counters as (
      insert into ${schema}.send_counters as stored (tenant_id, name, bucket, part, slot, sent, verified)
      select ${$.tenantId}, name, bucket, part, ${slotOf($.identityId)}, sum(sent), sum(verified)
      from guard, json_populate_recordset(null::${schema}.send_counters, ${rows}) as given
      group by name, bucket, part order by name, bucket, part
      on conflict (tenant_id, name, bucket, part, slot) do update
      set sent = stored.sent + excluded.sent, verified = stored.verified + excluded.verified
      returning 1
    )`,
    check: ran('counters'),
  }),
});
