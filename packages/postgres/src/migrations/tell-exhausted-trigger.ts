import { quoteLiteral } from '../quote-literal.js';
import { PINNED } from './pinned.js';

/**
 * Appends `webhook.exhausted` when a delivery turns into `exhausted`, whatever statement does that: a worker
 * records the last attempt, or a claim finds that it was lost. It is what `exhaustedEvent` of core makes;
 * deliveries of `webhook.*` events have none, or each such event could cause another without end.
 */
export function tellExhaustedTrigger(schema: string): string {
  return `
    create function ${schema}.tell_exhausted() returns trigger language plpgsql
      ${PINNED} as ${quoteLiteral(bodyIn(schema))};

    create trigger tell_exhausted after update on ${schema}.deliveries for each row
      when (new.status = 'exhausted' and old.status <> 'exhausted'
        and new.event_type not like 'webhook.%')
      execute function ${schema}.tell_exhausted();`;
}

function bodyIn(schema: string): string {
  return `
    declare
      moment text := to_char(new.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
    begin
      perform ${schema}.append_event(
        new.tenant_id, gen_random_uuid()::text, 'webhook.exhausted', null,
        json_build_object('subscriber_id', new.subscriber_id, 'delivery_id', new.delivery_id,
          'event_type', new.event_type, 'attempts', new.attempts, 'exhausted_at', moment)::text,
        moment, 'webhook.exhausted,webhook.*');
      return null;
    end`;
}
