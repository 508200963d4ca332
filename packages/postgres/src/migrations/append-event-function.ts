import { PRIORITIES } from '../priorities.js';
import { PINNED } from './pinned.js';
import { quoteLiteral } from '../quote-literal.js';

/**
 * Appends an event with its deliveries, and returns whether it was new; takes the tenant, the event and
 * the patterns of `EventStore.append`, joined by commas. It is a function so that it takes one round
 * trip in a transaction of the host's, where no tenant is set: it sets the one that row-level security
 * asks for, and then what was set before. Where nothing was ever set that is the empty text, which is no
 * tenant either. An error rolls the setting back with the rest.
 *
 * All parameters are text: no library that a host may use makes anything else of them.
 */
export function appendEventFunction(schema: string): string {
  return `
    create function ${schema}.append_event(
      for_tenant text, new_id text, new_type text, new_organisation_id text, new_data text,
      new_emitted_at text, patterns text
    ) returns boolean language plpgsql ${PINNED} as ${quoteLiteral(bodyIn(schema))};`;
}

function bodyIn(schema: string): string {
  return `
    declare
      tenant_before text := coalesce(current_setting('stepward.tenant_id', true), '');
      tenant_now text := set_config('stepward.tenant_id', for_tenant, true);
      moment timestamptz := new_emitted_at;
      is_new boolean;
    begin
      insert into ${schema}.events (tenant_id, event_id, type, organisation_id, data, emitted_at)
        values (for_tenant, new_id::uuid, new_type, new_organisation_id, new_data, moment)
        on conflict (tenant_id, event_id) do nothing;
      is_new := found;
      if is_new then
        insert into ${schema}.deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
            status, priority, attempts, due_at, created_at, finished_at)
          select for_tenant, ${schema}.uuidv7(moment), subscriber_id, new_id::uuid, new_type,
            case when enabled then 'pending' else 'skipped' end, ${String(PRIORITIES.first)}, 0,
            case when enabled then moment end, moment, case when not enabled then moment end
          from ${schema}.subscribers
          where tenant_id = for_tenant and event_types && string_to_array(patterns, ',');
      end if;
      tenant_now := set_config('stepward.tenant_id', tenant_before, true);
      return is_new;
    end`;
}
