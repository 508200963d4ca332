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
  const columns = 'worker, lease_until, counts';
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

/** The parameters of {@link publishCounts}. */
export interface PublicationParameters {
  readonly worker: string;
  readonly number: string;
  readonly leaseUntil: string;
  /** The numbers of rows that the new one replaces. */
  readonly obsolete: string;
}

/** The common table expressions that replace a worker's row: `published`. */
export function publishCounts(
  schema: string,
  { worker, number, leaseUntil, obsolete }: PublicationParameters,
  counts: string,
): string {
  return `published as (
      insert into ${schema}.lease_counts (worker, number, lease_until, counts)
      select ${worker}::uuid, ${number}::bigint, ${leaseUntil}::timestamptz, counts from (${counts}) as leased
      returning number
    ),
    replaced as (
      delete from ${schema}.lease_counts
      where worker = ${worker}::uuid and number = any(${obsolete}::bigint[])
        and exists (select from published)
    )`;
}
