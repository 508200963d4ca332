import { PINNED } from './pinned.js';
import { quoteLiteral } from '../connection/quote.js';

/**
 * Creates the index of all subscribers' filters: a row for each name or pattern of each subscriber, so that the subscribers
 * of an event are looked up by its patterns. An index on `event_types` cannot do that: row-level security allows no
 * look-up by an operator of arrays. Triggers keep the rows, however a subscriber is written.
 */
export function subscriberFilters(schema: string): string {
  return `
    create table ${schema}.subscriber_filters (
      tenant_id text collate "C" not null,
      pattern text collate "C" not null,
      subscriber_id uuid not null,
      primary key (tenant_id, pattern, subscriber_id)
    );
    create function ${schema}.keep_filters() returns trigger language plpgsql ${PINNED}
      as ${quoteLiteral(keepIn(schema))};
    create trigger keeps_filters after insert or delete on ${schema}.subscribers
      for each row execute function ${schema}.keep_filters();
    create trigger keeps_changed_filters after update of event_types on ${schema}.subscribers
      for each row when (old.event_types <> new.event_types) execute function ${schema}.keep_filters();`;
}

function keepIn(schema: string): string {
  return `
    begin
      if tg_op <> 'INSERT' then
        delete from ${schema}.subscriber_filters
        where tenant_id = old.tenant_id and pattern = any(old.event_types) and subscriber_id = old.subscriber_id;
      end if;
      if tg_op <> 'DELETE' then
        insert into ${schema}.subscriber_filters (tenant_id, pattern, subscriber_id)
        select distinct new.tenant_id, pattern, new.subscriber_id from unnest(new.event_types) as pattern;
      end if;
      return null;
    end`;
}
