import { quoteLiteral } from '../quote-literal.js';
import { PINNED } from './pinned.js';

/**
 * Appends an event to the outbox in a transaction of the host's, in one round trip: `appended`, or
 * `not_in_transaction`, if the connection is in no transaction; then nothing is stored. All parameters are text,
 * because every library that a host may use passes text unchanged.
 *
 * It detects this as follows: Postgres lets a procedure commit only if its `call` is not inside a transaction. In a
 * block that catches errors a commit always fails, with one message inside a transaction and another one outside of
 * it. A function is never allowed to commit, so it gets the message of inside, in whatever language the server uses.
 * Comparing `now()` with `statement_timestamp()` does not work: they differ outside a transaction as well where a
 * statement is parsed before it is bound.
 *
 * A procedure with its own `search_path` could never commit, so this one uses no operators, and names functions and
 * types with their schema.
 */
export function joinTransactionProcedure(schema: string): string {
  const parameters = `for_tenant text, new_id text, new_type text, new_organisation_id text,
      new_data text, new_emitted_at text, patterns text`;
  return `
    create function ${schema}.append_event_if_joined(refusal text, ${parameters})
      returns text language plpgsql ${PINNED} as ${quoteLiteral(appendIfJoined(schema))};

    create procedure ${schema}.append_event_in_transaction(${parameters}, inout outcome text)
      language plpgsql as ${quoteLiteral(appendInTransaction(schema))};`;
}

const EVENT = `for_tenant, new_id, new_type, new_organisation_id, new_data, new_emitted_at, patterns`;

function appendInTransaction(schema: string): string {
  return `
    declare
      refusal pg_catalog.text;
    begin
      ${tryToCommit('refusal')}
      outcome := ${schema}.append_event_if_joined(refusal, ${EVENT});
    end`;
}

function appendIfJoined(schema: string): string {
  return `
    declare
      refusal_inside text;
    begin
      ${tryToCommit('refusal_inside')}
      if refusal is distinct from refusal_inside then
        return 'not_in_transaction';
      end if;
      insert into ${schema}.outbox (tenant_id, event_id, type, organisation_id, data, emitted_at, patterns)
        values (for_tenant, new_id::uuid, new_type, new_organisation_id, new_data, new_emitted_at::timestamptz,
          patterns);
      return 'appended';
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
