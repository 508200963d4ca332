import { BY_TIME, IN_QUEUE, PRIORITIES } from './priorities.js';
import { isEverything, since } from './scan-start.js';

/**
 * SQL for the beginning of what is due of a subscriber at that priority, from a parameter that is a {@link ScanStart}. It
 * has to be a column of a part that is not merged into the look-up, because row-level security lets no index compare with
 * what a function makes of another row.
 */
export function dueSince(start: string, part: string, priority: 'first' | 'late'): string {
  const path = `array['subscribers', ${part}.tenant_id, ${part}.subscriber_id::text, '${priority}']`;
  return `coalesce((${start} #>> ${path})::timestamptz, ${since(start)})`;
}

export interface WaitingOptions {
  /** The parameter that says where to begin: a {@link ScanStart}. */
  readonly start: string;
  /** SQL for the present time. */
  readonly now: string;
  /** The tenant and the subscriber to begin after; empty for the first. */
  readonly after?: readonly [string, string];
  /** Subscribers, and tenants, at most. */
  readonly limit?: number;
}

/** The maximum number of recently due deliveries of each priority that one claim reads. */
export const MAX_RECENT = 2_000;

/** Subscribers with pending deliveries, and tenants with events in the outbox, that one claim reads. */
export const MAX_PLACES = 250;

/**
 * The common table expression `waiting`: the subscribers with something in the queue, by tenant and id. `place` counts
 * them from 1; `first_due` and `late_due` are the earliest due times of either priority, null where nothing is due.
 *
 * Where everything is read, they are found in the order of the queue's index, each step the next (`listed`). Otherwise
 * they are those that the start names, and those of what became due since (`recent`).
 */
export function waitingSubscribers(
  schema: string,
  { start, now, after, limit }: WaitingOptions,
): string {
  const key = 'tenant_id, subscriber_id';
  const next = (following: readonly string[] | undefined): string =>
    `select ${key} from ${schema}.pending_deliveries
     where ${IN_QUEUE} and ${isEverything(start)}
       ${following === undefined ? '' : `and (${key}) > (${following.join(', ')})`}
     order by ${key} limit 1`;
  const recent = (priority: 'first' | 'late'): string =>
    `(select ${key} from ${schema}.pending_deliveries
      where not ${isEverything(start)} and ${BY_TIME} and priority = ${String(PRIORITIES[priority])}
        and due_at >= ${since(start)} and due_at <= ${now}
      order by due_at limit ${String(MAX_RECENT)})`;
  const dueAt = (priority: 'first' | 'late'): string =>
    `(select due_at from ${schema}.pending_deliveries
      where tenant_id = place.tenant_id and subscriber_id = place.subscriber_id
        and priority = ${String(PRIORITIES[priority])}
        and due_at >= place.${priority}_since and due_at <= ${now}
      order by due_at limit 1)`;
  return `listed as (
      select ${key}, 1 as place from (${next(after)}) as first
      union all
      select next.tenant_id, next.subscriber_id, place + 1
      from listed cross join lateral (${next(['listed.tenant_id', 'listed.subscriber_id'])}) as next
      ${limit === undefined ? '' : `where place < ${String(limit)}`}
    ),
    recent as materialized (${recent('first')} union all ${recent('late')}),
    waiting as materialized (
      select ${key}, place, ${dueAt('first')} as first_due, ${dueAt('late')} as late_due
      from (
        select ${key}, row_number() over (order by ${key}) as place,
          ${dueSince(start, 'found', 'first')} as first_since, ${dueSince(start, 'found', 'late')} as late_since
        from (
          select ${key} from listed
          union
          select ${key} from recent
          union
          select tenant.key collate "C", subscriber.key::uuid
          from jsonb_each(${start} -> 'subscribers') as tenant
          cross join lateral jsonb_each(tenant.value) as subscriber
        ) as found
        order by ${key} ${limit === undefined ? '' : `limit ${String(limit)}`}
      ) as place
    )`;
}

/**
 * The same for the tenants with an event in the outbox: `emitting`, with the time and the patterns of their first. They
 * begin after a tenant and go on from the first one, as many again, so that no event waits until claims have gone round. A
 * look-up that begins at the time of a tenant's first event saves reading past deleted rows once more.
 *
 * @param after the tenant to begin after; empty for the first
 */
export function emittingTenants(
  schema: string,
  { start, after, limit }: Omit<WaitingOptions, 'now' | 'after'> & { readonly after: string },
): string {
  const columns = 'tenant_id, emitted_at, patterns';
  const first = (condition: string): string =>
    `select ${columns} from ${schema}.outbox where ${condition} order by tenant_id, emitted_at limit 1`;
  const lately = `emitted_at >= ${since(start)}`;
  const listed = (name: string, begin: string, end: string): string =>
    `${name} as (
      select ${columns}, 1 as place from (${first(`${lately} and tenant_id > ${begin} ${end}`)}) as first
      union all
      select next.*, place + 1 from ${name} cross join lateral (
        ${first(`${lately} and tenant_id > ${name}.tenant_id ${end}`)}
      ) as next
      ${limit === undefined ? '' : `where place < ${String(limit)}`}
    )`;
  const inTurn = `tenant_id <= ${after}, tenant_id`;
  return `${listed('emitted', after, '')},
    ${listed('emitted_before', `''`, `and tenant_id <= ${after}`)},
    emitting as materialized (
      select *, row_number() over (order by ${inTurn}) as place from (
        select distinct on (tenant_id) * from (
          select ${columns} from emitted
          union all
          select ${columns} from emitted_before
          union all
          select earliest.* from (
            select key collate "C" as id, value::timestamptz as since from jsonb_each_text(${start} -> 'tenants')
            offset 0
          ) as known cross join lateral (
            ${first('tenant_id = known.id and emitted_at >= known.since')}
          ) as earliest
        ) as found
        order by tenant_id, emitted_at
      ) as earliest
      order by ${inTurn} ${limit === undefined ? '' : `limit 2 * ${String(limit)}`}
    )`;
}
