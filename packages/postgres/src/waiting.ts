import { IN_QUEUE } from './priorities.js';

/**
 * A recursive query for the subscribers with a pending delivery, in the order of the queue's index: each step looks
 * up the next. `place` counts them from 1.
 *
 * @param after the tenant and the subscriber to begin after; empty for the first
 * @param limit subscribers at most
 */
export function waitingSubscribers(
  schema: string,
  { after, limit }: { readonly after?: readonly [string, string]; readonly limit?: number } = {},
): string {
  const next = (following: readonly string[] | undefined): string =>
    `select tenant_id, subscriber_id from ${schema}.pending_deliveries
     where ${IN_QUEUE}
       ${following === undefined ? '' : `and (tenant_id, subscriber_id) > (${following.join(', ')})`}
     order by tenant_id, subscriber_id limit 1`;
  return `(select tenant_id, subscriber_id, 1 as place from (${next(after)}) as first)
    union all
    select next.tenant_id, next.subscriber_id, place + 1
    from waiting
    cross join lateral (${next(['waiting.tenant_id', 'waiting.subscriber_id'])}) as next
    ${limit === undefined ? '' : `where place < ${String(limit)}`}`;
}

/**
 * The same for the tenants with an event in the outbox, with the time and the patterns of their first. What comes before
 * it in the index are deleted rows, of which there are many while a transaction holds its snapshot, so that each look-up
 * that begins at that time saves reading past them.
 *
 * @param after the tenant to begin after; empty for the first
 */
export function emittingTenants(
  schema: string,
  { after, limit }: { readonly after?: string; readonly limit?: number } = {},
): string {
  const next = (following: string | undefined): string =>
    `select tenant_id, emitted_at, patterns from ${schema}.outbox
     ${following === undefined ? '' : `where tenant_id > ${following}`}
     order by tenant_id, emitted_at limit 1`;
  return `(select tenant_id, emitted_at, patterns, 1 as place from (${next(after)}) as first)
    union all
    select next.tenant_id, next.emitted_at, next.patterns, place + 1
    from emitting
    cross join lateral (${next('emitting.tenant_id')}) as next
    ${limit === undefined ? '' : `where place < ${String(limit)}`}`;
}
