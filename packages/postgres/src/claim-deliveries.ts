import {
  MAX_ATTEMPTS,
  type ClaimedBatch,
  type ClaimedDelivery,
  type ClaimRequest,
  type EventNaming,
} from '@stepward/core';
import { statement, type Statement } from './statement.js';
import { storedDate } from './stored-values.js';
import { storedSecrets } from './subscriber-row.js';
import { waitingSubscribers } from './waiting-subscribers.js';

/** Subscribers that one claim looks at. */
const MAX_SUBSCRIBERS = 250;

/** Deliveries that one claim skips, so that it does not take long. */
const MAX_SKIPPED = 1_000;

/** Before every position. */
const BEGINNING = ['', '00000000-0000-0000-0000-000000000000'] as const;

/**
 * One statement for a claim. It reads no more of the log than it takes: it goes from subscriber to
 * subscriber (`waiting`), counts what is on loan, and reads of each, first attempts before late ones,
 * what there is room for (`due`). Of all that the oldest are held (`held`); a row that another holds is
 * passed over. Then each is judged: the delivery of a subscriber that is disabled or gone is skipped,
 * one whose last attempt was lost is exhausted, and the rest is lent. An owner that is still there, on a
 * row that is due, has lost its attempt.
 *
 * Each lateral part ends in a limit or a lock. So none is merged into the whole, and each stays what it
 * says: a look-up by key for every row before it, whatever the statistics are.
 *
 * Parameters: owner, now, end of the lease, limit, limit per subscriber, tenant and subscriber to begin
 * behind.
 */
export function claimStatement(schema: string): Statement {
  const deliveries = `${schema}.deliveries`;
  const ofSubscriber = (alias: string): string =>
    `${alias}.tenant_id = waiting.tenant_id and ${alias}.subscriber_id = waiting.subscriber_id`;
  const dueOf = (lane: string): string =>
    `(select delivery_id, late, due_at from ${deliveries} as delivery
      where tenant_id = served.tenant_id and subscriber_id = served.subscriber_id
        and status = 'pending' and ${lane} and due_at <= $2
      order by due_at limit served.room)`;
  const waiting = waitingSubscribers(schema, {
    after: ['$6::text', '$7::uuid'],
    limit: MAX_SUBSCRIBERS,
  });

  return statement(
    'queue_claim',
    `with recursive waiting as (${waiting}),
    served as materialized (
      select waiting.tenant_id, waiting.subscriber_id, coalesce(subscriber.enabled, false) as enabled,
        case when subscriber.enabled then greatest(least($4::bigint, $5::bigint - loans.count), 0)
          else ${String(MAX_SKIPPED)} end as room
      from waiting
      left join lateral (
        select enabled from ${schema}.subscribers as known where ${ofSubscriber('known')} limit 1
      ) as subscriber on true
      cross join lateral (
        select count(*) from ${deliveries} as loan
        where ${ofSubscriber('loan')} and owner is not null and due_at > $2::timestamptz
      ) as loans
    ),
    due as materialized (
      select served.tenant_id, served.enabled, delivery.*
      from served cross join lateral (
        ${dueOf('late = false')} union all ${dueOf('late = true')}
        order by late, due_at limit served.room
      ) as delivery
    ),
    chosen as materialized (
      (select tenant_id, delivery_id from due where enabled
        order by late, due_at, delivery_id limit $4)
      union all
      (select tenant_id, delivery_id from due where not enabled limit ${String(MAX_SKIPPED)})
    ),
    held as materialized (
      select delivery.* from chosen cross join lateral (
        select tenant_id, delivery_id, subscriber_id, event_id, late, due_at, attempts, owner, claimed_at
        from ${deliveries}
        where tenant_id = chosen.tenant_id and delivery_id = chosen.delivery_id and due_at <= $2
        for update skip locked
      ) as delivery
    ),
    judged as materialized (
      select held.*, subscriber.url, subscriber.naming, subscriber.secrets, event.type, event.data,
        case
          when held.attempts >= ${String(MAX_ATTEMPTS)} then 'exhausted'
          when subscriber.enabled and event.event_id is not null then 'pending'
          else 'skipped'
        end as status
      from held
      left join lateral (
        select enabled, url, naming, secrets from ${schema}.subscribers
        where tenant_id = held.tenant_id and subscriber_id = held.subscriber_id limit 1
      ) as subscriber on true
      left join lateral (
        select event_id, type, data from ${schema}.events
        where tenant_id = held.tenant_id and event_id = held.event_id limit 1
      ) as event on true
    ),
    changed as (
      update ${deliveries} as delivery set status = judged.status, late = true,
        attempts = judged.attempts + case when judged.status = 'pending' then 1 else 0 end,
        owner = case when judged.status = 'pending' then $1 end,
        claimed_at = case when judged.status = 'pending' then $2 end,
        due_at = case when judged.status = 'pending' then $3::timestamptz end,
        finished_at = case when judged.status <> 'pending' then $2 end
      from judged
      where delivery.tenant_id = judged.tenant_id and delivery.delivery_id = judged.delivery_id
    ),
    interrupted as (
      insert into ${schema}.attempts
        (tenant_id, delivery_id, number, started_at, failure, response_body)
      select tenant_id, delivery_id, attempts, claimed_at, 'interrupted', '' from judged
      where owner is not null
      on conflict (tenant_id, delivery_id, number) do nothing
    )
    select last.tenant_id as after_tenant_id, last.subscriber_id as after_subscriber_id,
      lent.tenant_id, lent.delivery_id, lent.subscriber_id, lent.event_id, lent.due_at,
      lent.attempts + 1 as attempt, lent.url, lent.naming, lent.secrets, lent.type, lent.data
    from (select) as answer
    left join waiting as last on last.place = ${String(MAX_SUBSCRIBERS)}
    left join judged as lent on lent.status = 'pending'
    order by lent.late, lent.due_at, lent.delivery_id`,
  );
}

export function claimValues(request: ClaimRequest): unknown[] {
  const { owner, now, leaseUntil, limit, perSubscriber, after } = request;
  const position = after === null ? BEGINNING : [after.tenantId, after.subscriberId];
  return [owner, now, leaseUntil, limit, perSubscriber, ...position];
}

interface ClaimedRow {
  readonly tenant_id: string;
  readonly delivery_id: string;
  readonly subscriber_id: string;
  readonly event_id: string;
  readonly due_at: unknown;
  readonly attempt: number;
  readonly url: string;
  readonly naming: EventNaming;
  readonly secrets: unknown;
  readonly type: string;
  readonly data: string;
}

/** Where to go on; null where there is no such place. */
interface AnswerRow {
  readonly after_tenant_id: string | null;
  readonly after_subscriber_id: string | null;
}

/** There is always a row, for the position; without a delivery where none was lent. */
export function readClaimed(rows: readonly unknown[]): ClaimedBatch {
  const answers = rows as readonly (AnswerRow & (ClaimedRow | { readonly delivery_id: null }))[];
  const [first] = answers;
  const tenantId = first?.after_tenant_id ?? null;
  const subscriberId = first?.after_subscriber_id ?? null;
  return {
    deliveries: answers.flatMap((row) => (row.delivery_id === null ? [] : [storedClaim(row)])),
    after: tenantId === null || subscriberId === null ? null : { tenantId, subscriberId },
  };
}

function storedClaim(row: ClaimedRow): ClaimedDelivery {
  const { subscriber_id: id, url, naming } = row;
  return {
    tenantId: row.tenant_id,
    deliveryId: row.delivery_id,
    attempt: row.attempt,
    dueAt: storedDate(row.due_at),
    event: { id: row.event_id, type: row.type, data: row.data },
    subscriber: { id, url, naming, secrets: storedSecrets(row.secrets) },
  };
}
