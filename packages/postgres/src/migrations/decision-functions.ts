import { endedCode, factorsOf, replacedBy } from '../code-row.js';
import { raiseVersion } from '../ledger-subject.js';
import { quoteLiteral } from '../quote-literal.js';
import { PINNED } from './pinned.js';

/** SQLSTATE: somebody else changed what the decision was made on, or is about to. It is made again. */
export const DECISION_LOST = 'SW001';
/** SQLSTATE: the day's count of sends would be above its bound. */
export const BEYOND_BOUND = 'SW002';

/**
 * `read_decision` reads all that one operation on an identity's factors is decided on, as one value of JSON;
 * `read_ledger` the budget of a destination. `write_decision` stores what was decided, in one statement, where
 * nothing was changed in between: each ledger has a version, which every write of its identity or destination
 * raises. They set the tenant that row-level security asks for, for their own statement.
 *
 * A transaction that holds the identity's lock uses the same functions. It has the ledger of a destination held as it
 * is read, for other identities may have the same one, and writes without a version.
 */
export function decisionFunctions(schema: string): string {
  return `
    create function ${schema}.read_decision(
      for_tenant text, for_identity text, for_factor text, for_purpose text, for_session text,
      held_subject text
    ) returns json language plpgsql ${PINNED} as ${quoteLiteral(readDecision(schema))};

    create function ${schema}.read_ledger(for_tenant text, for_subject text)
      returns json language plpgsql ${PINNED} as ${quoteLiteral(readLedger(schema))};

    create function ${schema}.write_decision(for_tenant text, for_identity text, change jsonb)
      returns void language plpgsql ${PINNED} as ${quoteLiteral(writeDecision(schema))};`;
}

/** A ledger that does not exist yet cannot be locked, so it is made. Each statement sees what was committed before it. */
function readDecision(schema: string): string {
  return `
    begin
      perform set_config('stepward.tenant_id', for_tenant, true);
      if held_subject is not null then
        insert into ${schema}.ledgers (tenant_id, subject, last_used_at, version)
          values (for_tenant, held_subject, '-infinity', 0)
          on conflict (tenant_id, subject) do nothing;
        perform from ${schema}.ledgers
          where tenant_id = for_tenant and subject = held_subject for update;
      end if;
      return (select json_build_object(
        'identity', (select row_to_json(one) from ${schema}.identities as one
          where tenant_id = for_tenant and identity_id = for_identity),
        'tenant', (select row_to_json(one) from ${schema}.tenants as one
          where tenant_id = for_tenant),
        'factors', ${factorsOf(schema, 'for_tenant', 'for_identity')},
        'code', (select row_to_json(one) from ${schema}.codes as one
          where tenant_id = for_tenant and identity_id = for_identity and factor = for_factor
            and purpose = for_purpose and session_id = for_session),
        'ledger', (select row_to_json(one) from ${schema}.ledgers as one
          where tenant_id = for_tenant and subject = 'identity:' || for_identity),
        'destination', (select row_to_json(one) from ${schema}.ledgers as one
          where tenant_id = for_tenant and subject = held_subject),
        'challenge', (select row_to_json(one) from ${schema}.codes as one
          where for_session <> '' and tenant_id = for_tenant and session_id = for_session
            and purpose = 'step_up')));
    end`;
}

function readLedger(schema: string): string {
  return `
    begin
      perform set_config('stepward.tenant_id', for_tenant, true);
      return (select row_to_json(one) from ${schema}.ledgers as one
        where tenant_id = for_tenant and subject = for_subject);
    end`;
}

function writeDecision(schema: string): string {
  return `
    declare
      lock_key text;
      ledger record;
      counted record;
      ended record;
      told jsonb;
      code ${schema}.codes;
    begin
      perform set_config('stepward.tenant_id', for_tenant, true);

      if change ? 'lock_timeout' then
        perform set_config('lock_timeout', change->>'lock_timeout', true);
      end if;

      -- Units of work hold these locks; what one of them is about to change, no decision may be made on.
      for lock_key in select jsonb_array_elements_text(change->'locks') loop
        if not pg_try_advisory_xact_lock(lock_key::bigint) then
          raise exception 'locked' using errcode = '${DECISION_LOST}';
        end if;
      end loop;

      for ledger in select * from jsonb_to_recordset(change->'ledgers') as given(
        subject text, version bigint, sent_at timestamptz[], cooldown_started_at timestamptz,
        wrong_guesses timestamptz[], refused_at timestamptz[], last_used_at timestamptz)
      loop
        if ledger.sent_at is null then
          ${raiseVersion(schema, 'for_tenant', 'ledger.subject')}
            where ledger.version is null or stored.version = ledger.version;
        else
          insert into ${schema}.ledgers as stored (tenant_id, subject, sent_at, cooldown_started_at,
              wrong_guesses, refused_at, last_used_at, version)
            values (for_tenant, ledger.subject, ledger.sent_at, ledger.cooldown_started_at,
              ledger.wrong_guesses, ledger.refused_at, ledger.last_used_at, 1)
            on conflict (tenant_id, subject) do update
            set sent_at = excluded.sent_at, cooldown_started_at = excluded.cooldown_started_at,
              wrong_guesses = excluded.wrong_guesses, refused_at = excluded.refused_at,
              last_used_at = excluded.last_used_at, version = stored.version + 1
            where ledger.version is null or stored.version = ledger.version;
        end if;
        if not found then
          raise exception 'changed' using errcode = '${DECISION_LOST}';
        end if;
      end loop;

      if change ? 'replaces' and exists (
        select from ${schema}.codes
        where tenant_id = for_tenant and session_id = change->'replaces'->>'session_id'
          and purpose = 'step_up' and identity_id <> for_identity
          and code_id is distinct from change->'replaces'->>'code_id'
      ) then
        raise exception 'challenged' using errcode = '${DECISION_LOST}';
      end if;

      if change ? 'daily_send' then
        select * into counted from jsonb_to_record(change->'daily_send') as given(day date, add integer, most bigint);
        insert into ${schema}.daily_sends as sends (tenant_id, day, count)
          select for_tenant, counted.day, counted.add
          where counted.most is null or counted.add <= counted.most
          on conflict (tenant_id, day) do update set count = sends.count + excluded.count
          where counted.most is null or sends.count + excluded.count <= counted.most;
        if not found then
          raise exception 'beyond the bound' using errcode = '${BEYOND_BOUND}';
        end if;
      end if;

      if change ? 'code' then
        code := jsonb_populate_record(null::${schema}.codes, change->'code');
        if code.status is null then
          delete from ${schema}.codes
            where tenant_id = for_tenant and identity_id = for_identity and factor = code.factor
              and purpose = code.purpose and session_id = code.session_id;
        else
          -- A challenge replaces the earlier one of its session, for any identity and factor.
          if code.purpose = 'step_up' then
            delete from ${schema}.codes
              where tenant_id = for_tenant and session_id = code.session_id and purpose = 'step_up'
                and (identity_id <> for_identity or factor <> code.factor);
          end if;
          insert into ${schema}.codes select code.*
            on conflict (tenant_id, identity_id, factor, purpose, session_id) do update
            set ${replacedBy('excluded')};
        end if;
      end if;

      if change ? 'factors' then
        delete from ${schema}.factors
          where tenant_id = for_tenant and identity_id = for_identity
            and factor in (select jsonb_array_elements_text(change->'factors'->'removed'));
        insert into ${schema}.factors (tenant_id, identity_id, factor, enrolled_at, verifier)
          select for_tenant, for_identity, factor, enrolled_at, verifier
          from jsonb_to_recordset(change->'factors'->'enrolled') as given(
            factor text, enrolled_at timestamptz, verifier text)
          on conflict (tenant_id, identity_id, factor) do update
          set enrolled_at = excluded.enrolled_at, verifier = excluded.verifier;
      end if;

      if change ? 'ended' then
        select * into ended from jsonb_to_record(change->'ended') as given(
          factor text, status text, at timestamptz);
        update ${schema}.codes
          set ${endedCode('ended.status', 'ended.at')}
          where tenant_id = for_tenant and identity_id = for_identity
            and (ended.factor is null or factor = ended.factor)
            and purpose in ('enrolment', 'step_up') and status = 'pending' and expires_at > ended.at;
      end if;

      if change ? 'phone' then
        update ${schema}.identities
          set phone = change->'phone'->>'number',
            phone_verified = case when change->'phone'->>'number' is not null then true end
          where tenant_id = for_tenant and identity_id = for_identity;
      end if;

      if change ? 'entries' then
        insert into ${schema}.authentication_entries
          select * from jsonb_populate_recordset(null::${schema}.authentication_entries, change->'entries');
      end if;

      if change ? 'events' then
        for told in select value from jsonb_array_elements(change->'events') loop
          perform ${schema}.append_event(for_tenant, told->>1, told->>2, told->>3, told->>4, told->>5,
            told->>6);
        end loop;
      end if;
    end`;
}
