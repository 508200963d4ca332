import { endedCode, factorsOf, replacedBy } from '../stores/code-row.js';
import { countersOf } from '../stores/send-counters.js';
import { raiseVersion } from '../stores/ledger-subject.js';
import { quoteLiteral } from '../connection/quote-literal.js';
import { PINNED } from './pinned.js';

/** SQLSTATE: a concurrent transaction has changed the decision's input, or is about to. The decision is made again. */
export const DECISION_LOST = 'SW001';
/** SQLSTATE: the day's count of sends would be above its bound. */
export const BEYOND_BOUND = 'SW002';

/**
 * `read_decision` reads everything that one operation on an identity's factors is decided on, as one JSON value;
 * `read_challenge` reads the owner of a session's challenge, and `read_send` the budget of a destination and the counters of
 * the fraud guard.
 * `write_decision` stores the decision in one statement, if nothing was changed in between: each ledger has a
 * version, which every write of its identity or destination raises. They set the tenant that row-level security
 * requires, for their own statement.
 *
 * A transaction that holds the identity's lock uses the same functions. It locks the ledger of a destination while
 * reading it, because other identities may use the same one, and writes with `locks` and `lock_wait` null: no version
 * is compared then.
 */
export function decisionFunctions(schema: string): string {
  return `
    create function ${schema}.read_decision(
      for_tenant text, for_identity text, for_factor text, for_purpose text, for_session text,
      held_subject text, queries jsonb
    ) returns json language plpgsql ${PINNED} as ${quoteLiteral(readDecision(schema))};

    create function ${schema}.read_challenge(for_tenant text, for_session text)
      returns json language plpgsql ${PINNED} as ${quoteLiteral(readChallenge(schema))};

    create function ${schema}.read_send(for_tenant text, for_subject text, queries jsonb)
      returns json language plpgsql ${PINNED} as ${quoteLiteral(readSend(schema))};

    create function ${schema}.write_decision(
      for_tenant text, for_identity text, change jsonb, locks bigint[], lock_wait text
    ) returns void language plpgsql ${PINNED} as ${quoteLiteral(writeDecision(schema))};`;
}

/**
 * A ledger that does not exist yet cannot be locked, so it is created. Each statement sees what was committed
 * before it.
 */
function readDecision(schema: string): string {
  return `
    declare
      tenant_now text := set_config('stepward.tenant_id', for_tenant, true);
      destination json;
      challenge json;
      counters json;
    begin
      if held_subject is not null then
        insert into ${schema}.ledgers (tenant_id, subject, last_used_at, version)
          values (for_tenant, held_subject, '-infinity', 0)
          on conflict (tenant_id, subject) do nothing;
        select row_to_json(one) into destination from ${schema}.ledgers as one
          where tenant_id = for_tenant and subject = held_subject for update;
      end if;
      if for_session <> '' then
        select row_to_json(one) into challenge from ${schema}.codes as one
          where tenant_id = for_tenant and session_id = for_session and purpose = 'step_up';
      end if;
      if queries is not null then
        counters := ${countersOf(schema, 'for_tenant', 'queries')};
      end if;
      return json_build_object(
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
        'destination', destination,
        'challenge', challenge,
        'counters', counters);
    end`;
}

function readChallenge(schema: string): string {
  return `
    declare
      tenant_now text := set_config('stepward.tenant_id', for_tenant, true);
    begin
      return (select row_to_json(one) from ${schema}.codes as one
        where tenant_id = for_tenant and session_id = for_session and purpose = 'step_up');
    end`;
}

function readSend(schema: string): string {
  return `
    declare
      tenant_now text := set_config('stepward.tenant_id', for_tenant, true);
      counters json;
    begin
      if queries is not null then
        counters := ${countersOf(schema, 'for_tenant', 'queries')};
      end if;
      return json_build_object(
        'destination', (select row_to_json(one) from ${schema}.ledgers as one
          where tenant_id = for_tenant and subject = for_subject),
        'counters', counters);
    end`;
}

function writeDecision(schema: string): string {
  return `
    declare
      tenant_now text := set_config('stepward.tenant_id', for_tenant, true);
      lock_key bigint;
      stored_ledgers bigint;
      stored_blocks bigint;
      counted record;
      ended record;
      code ${schema}.codes;
    begin
      -- Units of work hold these locks; what one of them is about to change, no decision may be made on.
      if locks is not null then
        lock_wait := set_config('lock_timeout', lock_wait, true);
        foreach lock_key in array locks loop
          if not pg_try_advisory_xact_lock(lock_key) then
            raise exception 'locked' using errcode = '${DECISION_LOST}';
          end if;
        end loop;
      end if;

      -- A ledger comes with the version that it is to have: the one before is the one that was read.
      if change ? 'raised' then
        ${raiseVersion(schema, 'for_tenant', `change->'raised'->>'subject'`)}
          where locks is null or stored.version = (change->'raised'->>'version')::bigint - 1;
        if not found then
          raise exception 'changed' using errcode = '${DECISION_LOST}';
        end if;
      end if;

      if change ? 'ledgers' then
        insert into ${schema}.ledgers as stored (tenant_id, subject, sent_at, cooldown_started_at,
            wrong_guesses, refused_at, started_at, last_used_at, version)
          select for_tenant, subject, sent_at, cooldown_started_at, wrong_guesses, refused_at, started_at, last_used_at,
            version
          from jsonb_populate_recordset(null::${schema}.ledgers, change->'ledgers')
          on conflict (tenant_id, subject) do update
          set sent_at = excluded.sent_at, cooldown_started_at = excluded.cooldown_started_at,
            wrong_guesses = excluded.wrong_guesses, refused_at = excluded.refused_at,
            started_at = excluded.started_at, last_used_at = excluded.last_used_at, version = stored.version + 1
          where locks is null or stored.version = excluded.version - 1;
        get diagnostics stored_ledgers = row_count;
        if stored_ledgers < jsonb_array_length(change->'ledgers') then
          raise exception 'changed' using errcode = '${DECISION_LOST}';
        end if;
      end if;

      if change ? 'replaces' then
        perform from ${schema}.codes
          where tenant_id = for_tenant and session_id = change->'replaces'->>'session_id'
            and purpose = 'step_up' and identity_id <> for_identity
            and code_id is distinct from change->'replaces'->>'code_id';
        if found then
          raise exception 'challenged' using errcode = '${DECISION_LOST}';
        end if;
      end if;

      if change ? 'daily_send' then
        select * into counted from jsonb_to_record(change->'daily_send') as given(
          day date, share text, add integer, most bigint);
        insert into ${schema}.daily_sends as sends (tenant_id, day, share, count)
          select for_tenant, counted.day, counted.share, counted.add
          where counted.most is null or counted.add <= counted.most
          on conflict (tenant_id, day, share) do update set count = sends.count + excluded.count
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

      if change ? 'factors_read' then
        if exists (
          select from jsonb_to_recordset(change->'factors_read') as given(
            factor text, is_enrolled boolean, verifier text, wrong_in_a_row integer)
          left join ${schema}.factors as stored on stored.tenant_id = for_tenant
            and stored.identity_id = for_identity and stored.factor = given.factor
          where given.is_enrolled <> (stored.factor is not null)
            or stored.verifier is distinct from given.verifier
            or stored.wrong_in_a_row is distinct from given.wrong_in_a_row
        ) then
          raise exception 'changed' using errcode = '${DECISION_LOST}';
        end if;
      end if;

      if change ? 'removed' then
        delete from ${schema}.factors
          where tenant_id = for_tenant and identity_id = for_identity
            and factor in (select jsonb_array_elements_text(change->'removed'));
      end if;

      if change ? 'enrolled' then
        insert into ${schema}.factors (tenant_id, identity_id, factor, enrolled_at, verifier, wrong_in_a_row)
          select for_tenant, for_identity, factor, enrolled_at, verifier, wrong_in_a_row
          from jsonb_populate_recordset(null::${schema}.factors, change->'enrolled')
          on conflict (tenant_id, identity_id, factor) do update
          set enrolled_at = excluded.enrolled_at, verifier = excluded.verifier,
            wrong_in_a_row = excluded.wrong_in_a_row;
      end if;

      if change ? 'ended' then
        select * into ended from jsonb_to_record(change->'ended') as given(
          factor text, status text, at timestamptz);
        update ${schema}.codes
          set ${endedCode('ended.status', 'ended.at')}
          where tenant_id = for_tenant and identity_id = for_identity
            and (ended.factor is null or (factor = ended.factor and purpose <> 'phone'))
            and status = 'pending' and expires_at > ended.at;
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
        insert into ${schema}.outbox (tenant_id, event_id, type, organisation_id, data, emitted_at, patterns,
            shard)
          select for_tenant, event_id, type, organisation_id, data, emitted_at, patterns, shard
          from jsonb_populate_recordset(null::${schema}.outbox, change->'events');
      end if;

      -- Of two decisions that begin the same block, the later one is made again, and finds the block.
      if change ? 'blocks' then
        insert into ${schema}.send_blocks as stored (tenant_id, name, mode, started_at, until, repeats, unverified)
          select for_tenant, name, mode, started_at, until, repeats, unverified
          from jsonb_populate_recordset(null::${schema}.send_blocks, change->'blocks')
          order by name
          on conflict (tenant_id, name) do update
          set mode = excluded.mode, started_at = excluded.started_at, until = excluded.until,
            repeats = excluded.repeats, unverified = excluded.unverified
          where locks is null or stored.until <= excluded.started_at
            or (stored.mode = 'monitor' and excluded.mode = 'enforce');
        get diagnostics stored_blocks = row_count;
        if stored_blocks < jsonb_array_length(change->'blocks') then
          raise exception 'blocked' using errcode = '${DECISION_LOST}';
        end if;
      end if;

      -- Last, since many decisions of a tenant add to the same rows. All add in one order, so that none waits in a circle.
      if change ? 'counters' then
        insert into ${schema}.send_counters as stored (tenant_id, name, bucket, part, sent, verified)
          select for_tenant, name, bucket, part, sum(sent), sum(verified)
          from jsonb_populate_recordset(null::${schema}.send_counters, change->'counters')
          group by name, bucket, part order by name, bucket, part
          on conflict (tenant_id, name, bucket, part) do update
          set sent = stored.sent + excluded.sent, verified = stored.verified + excluded.verified;
      end if;
    end`;
}
