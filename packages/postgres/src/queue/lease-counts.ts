import type { ParameterList } from '../connection/parameters.js';
import type { Publication } from './worker-leases.js';

/**
 * What each worker has leased, by tenant and subscriber, so that a claim can hold the cap of a subscriber over all
 * workers without counting leased rows: while another transaction holds its snapshot, it would count those that have
 * ended as well. A worker adds a row with a greater `number`, and deletes the one before it. Only its newest row counts,
 * which is the first that a look-up finds, however many deleted ones are behind it.
 *
 * The counts are JSON, `{"tenant": {"subscriber": 3}}`.
 */

/** The common table expressions for the counts of other workers, whose leases have not ended: `elsewhere`. */
export function countsElsewhere(schema: string, worker: string, now: string): string {
  const columns = 'worker, number, lease_until, counts';
  const newest = (condition: string): string =>
    `select ${columns} from ${schema}.lease_counts ${condition} order by worker, number desc limit 1`;
  return `newest as (
      (${newest('')})
      union all
      select next.* from newest cross join lateral (${newest('where worker > newest.worker')}) as next
    ),
    elsewhere as materialized (
      -- Adding nothing unpacks them once, and not for each subscriber.
      select counts || '{}' as counts from newest where worker <> ${worker} and lease_until > ${now}
    )`;
}

/** Minutes after the end of a worker's last lease, after which its process counts as gone. */
const GONE_MINUTES = 10;

/** The common table expressions that delete the rows of workers that are gone, which every claim would walk. */
export function forgetGoneWorkers(schema: string, worker: string, now: string): string {
  return `gone as materialized (
      select old.row_id from newest cross join lateral (
        select ctid as row_id from ${schema}.lease_counts
        where worker = newest.worker and number = newest.number
        for update skip locked
      ) as old
      where newest.worker <> ${worker}
        and newest.lease_until < ${now} - interval '${String(GONE_MINUTES)} minutes'
    ),
    forgotten as (
      delete from ${schema}.lease_counts where ctid = any(array(select row_id from gone))
    )`;
}

/**
 * How many deliveries of a subscriber are leased: by the worker whose counts are given, and `elsewhere`.
 *
 * @param part has `tenant_id` and `subscriber_id`
 */
export function leasedOf(part: string, counts: string): string {
  const path = `array[${part}.tenant_id, ${part}.subscriber_id::text]`;
  return `(coalesce((${counts} #>> ${path})::bigint, 0) + coalesce((
      select sum((elsewhere.counts #>> ${path})::bigint)::bigint from elsewhere
    ), 0))`;
}

/** The parameters of a row that a worker adds. */
export const PUBLICATION = {
  worker: ['uuid', (publication) => publication?.worker],
  number: ['bigint', (publication) => publication?.number],
  /** The numbers of the rows that it replaces. */
  obsolete: ['bigint[]', (publication) => publication?.obsolete],
  counts: ['jsonb', (publication) => publication && JSON.stringify(publication.counts)],
  /** The end of the last lease. */
  until: ['timestamptz', (publication) => publication?.until],
} satisfies ParameterList<Publication | null>;

/**
 * The common table expressions that replace a worker's row: `published`.
 *
 * @param counts selects `counts`; nothing where there is nothing to publish
 */
export function publishCounts(
  schema: string,
  { worker, number, until, obsolete }: Readonly<Record<keyof typeof PUBLICATION, string>>,
  counts: string,
): string {
  return `published as (
      insert into ${schema}.lease_counts (worker, number, lease_until, counts)
      select ${worker}, ${number}, ${until}, counts from (${counts}) as leased
      returning number
    ),
    replaced as (
      delete from ${schema}.lease_counts
      -- Up to version 16, Postgres may look up by the worker alone, and read all that it has deleted.
      where worker = ${worker} and number >= (select min(old) from unnest(${obsolete}) as old)
        and number = any(${obsolete}) and exists (select from published)
    )`;
}

/** Selects `counts`: these, and what a claim has `given`. */
export function countsWithGiven(counts: string): string {
  return `select coalesce(jsonb_object_agg(tenant_id, subscribers), '{}') as counts from (
          select tenant_id, jsonb_object_agg(subscriber_id, count) as subscribers from (
            select tenant_id, subscriber_id, sum(count) as count from (
              select tenant_id, subscriber_id::text, 1 as count from given
              union all
              select tenant.key, subscriber.key, subscriber.value::bigint
              from jsonb_each(${counts}) as tenant cross join lateral jsonb_each_text(tenant.value) as subscriber
            ) as each_leased group by tenant_id, subscriber_id
          ) as counted group by tenant_id
        ) as of_tenants`;
}
