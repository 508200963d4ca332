/**
 * A recursive query for the subscribers with a pending delivery, in the order of the queue's index: each
 * step looks up the next. `place` counts them from 1.
 *
 * @param after the tenant and the subscriber to begin behind; none for the first
 * @param limit subscribers at most
 */
export function waitingSubscribers(
  schema: string,
  { after, limit }: { readonly after?: readonly [string, string]; readonly limit?: number } = {},
): string {
  const next = (following: readonly string[] | undefined): string =>
    `select tenant_id, subscriber_id from ${schema}.deliveries
     where status = 'pending'
       ${following === undefined ? '' : `and (tenant_id, subscriber_id) > (${following.join(', ')})`}
     order by tenant_id, subscriber_id limit 1`;
  return `(select tenant_id, subscriber_id, 1 as place from (${next(after)}) as first)
    union all
    select next.tenant_id, next.subscriber_id, place + 1
    from waiting
    cross join lateral (${next(['waiting.tenant_id', 'waiting.subscriber_id'])}) as next
    ${limit === undefined ? '' : `where place < ${String(limit)}`}`;
}
