import { quoteLiteral } from '../connection/quote.js';
import { CHANNEL } from '../queue/news.js';
import { PINNED } from './pinned.js';

/**
 * Appends an event to the outbox in a transaction of the host's, in one round trip: `appended`, or
 * `not_in_transaction`, if the connection is in no transaction; then nothing is stored. Where the lock of
 * the event's shard cannot be shared, its owner waits, and gets `news` when the transaction commits: see `shardKey`. All parameters are text, because every library that a host may use passes text unchanged.
 *
 * Where something was written before, there is a transaction: it has an id. Only otherwise the procedure tries to
 * commit, which costs as much as the insert itself. Postgres lets a procedure commit only if its `call` is not inside a
 * transaction. In a block that catches errors a commit always fails, with one message inside a transaction and another
 * one outside of it. A function is never allowed to commit, so it gets the message of inside, in whatever language the
 * server uses. Comparing `now()` with `statement_timestamp()` does not work: they differ outside a transaction as well
 * where a statement is parsed before it is bound.
 *
 * A procedure with its own `search_path` could never commit, so this one uses no operators, and names functions and
 * types with their schema.
 */
export function joinTransactionProcedure(schema: string): string {
  return `
    create function ${schema}.is_refusal_inside(refusal text)
      returns boolean language plpgsql ${PINNED} as ${quoteLiteral(isRefusalInside())};

    create procedure ${schema}.append_event_in_transaction(
      for_tenant text, new_id text, new_type text, new_organisation_id text, new_data text, new_emitted_at text,
      new_expires_at text, new_version text, patterns text, new_ordering_key text, for_shard text, shard_key text, news text, inout outcome text
    ) language plpgsql as ${quoteLiteral(appendInTransaction(schema))};`;
}

function appendInTransaction(schema: string): string {
  return `
    declare
      refusal pg_catalog.text;
    begin
      if pg_catalog.pg_current_xact_id_if_assigned() is null then
        ${tryToCommit('refusal')}
        if not ${schema}.is_refusal_inside(refusal) then
          outcome := 'not_in_transaction';
          return;
        end if;
      end if;
      insert into ${schema}.outbox (tenant_id, event_id, type, organisation_id, data, emitted_at, expires_at, version, patterns, ordering_key, shard)
        values (${schema}.tenant_here(for_tenant), new_id::pg_catalog.uuid, new_type, new_organisation_id, new_data,
          new_emitted_at::pg_catalog.timestamptz, new_expires_at::pg_catalog.timestamptz, new_version, patterns,
          new_ordering_key::pg_catalog.uuid, for_shard::pg_catalog.int2);
      if news is not null and not pg_catalog.pg_try_advisory_xact_lock_shared(shard_key::pg_catalog.int8) then
        perform pg_catalog.pg_notify('${CHANNEL}', news);
      end if;
      outcome := 'appended';
    end`;
}

function isRefusalInside(): string {
  return `
    declare
      refusal_inside text;
    begin
      ${tryToCommit('refusal_inside')}
      return refusal is not distinct from refusal_inside;
    end`;
}

/** Keeps the message with which Postgres refuses a commit here. */
function tryToCommit(message: string): string {
  return `begin
        commit;
      exception when invalid_transaction_termination then
        get stacked diagnostics ${message} = message_text;
      end;`;
}
