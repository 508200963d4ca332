/**
 * Selects the subscribers whose filter holds one of an event's patterns, by a look-up for each pattern: what that costs depends on
 * how many they are, not on how many the tenant has.
 *
 * @param event a part with `tenant_id` and `patterns`
 * @param limit of the names and patterns that are looked at; null for none
 */
export function addressedSubscribers(schema: string, event: string, limit = 'null'): string {
  return `(select subscriber.* from (
      select distinct subscriber_id from (
        select subscriber_id from ${filtersOf(schema, event)} as filter limit ${limit}
      ) as few
    ) as addressed cross join lateral (
      select subscriber_id, enabled, paused_until, on_trial, created_at from ${schema}.subscribers
      where tenant_id = ${event}.tenant_id and subscriber_id = addressed.subscriber_id limit 1
    ) as subscriber)`;
}

/**
 * Selects how many of these events, in order, one statement may dispatch: until they make that number of rows, and at least
 * one. An event makes a row of its own and one for each delivery.
 *
 * @param events selects `tenant_id`, `emitted_at` and `patterns`
 * @param rows after which no other event begins
 */
export function eventsWithin(schema: string, events: string, rows: number): string {
  return `(select count(*) from (
      select sum(1 + size) over (order by tenant_id, emitted_at rows between unbounded preceding and 1 preceding) as before
      from (
        select tenant_id, patterns, array_agg(emitted_at) as times from (${events}) as next group by tenant_id, patterns
      ) as alike cross join lateral (
        select count(*) as size from (
          select from ${filtersOf(schema, 'alike')} as filter limit ${String(rows)}
        ) as counted
      ) as addressed cross join lateral unnest(times) as emitted_at
    ) as in_turn where before is null or before < ${String(rows)})`;
}

/** A subscriber appears once for each of the patterns that its filter holds. */
function filtersOf(schema: string, event: string): string {
  return `unnest(string_to_array(${event}.patterns, ',')) as named (pattern) cross join lateral (
      select subscriber_id from ${schema}.subscriber_filters
      where tenant_id = ${event}.tenant_id and pattern = named.pattern offset 0
    )`;
}
