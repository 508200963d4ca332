/**
 * The floor with the same promises as Stepward: the least typed SQL that also has the hourly budgets by person and by
 * number, two entries in the authentication log, and an event in the outbox.
 */
import { timingSafeEqual } from 'node:crypto';
import { CODE } from './bench-stepward.js';
import { digest, type Floor } from './floor-server.js';

const READ_PHONE = `
  select phone from stepward.identities
  where tenant_id = $1 and identity_id = $2 and state = 'active' and phone is not null`;

/** Adds a send to a ledger that has five an hour at most, and a minute between two. */
const countSend = (subject: string, from: string): string => `
  insert into stepward.ledgers as stored (tenant_id, subject, sent_at, cooldown_started_at, last_used_at, version)
  select $1, ${subject}, array[now()], now(), now(), 1 ${from}
  on conflict (tenant_id, subject) do update
  set sent_at = array_append(stored.sent_at[greatest(1, cardinality(stored.sent_at) - 3):], now()),
    cooldown_started_at = now(), last_used_at = now(), version = stored.version + 1
  where stored.cooldown_started_at <= now() - interval '60 seconds'
    and (cardinality(stored.sent_at) < 5
      or stored.sent_at[cardinality(stored.sent_at) - 4] <= now() - interval '1 hour')
  returning 1`;

/** Where the number's budget is spent, the division fails, so that the person's is not counted either. */
const STORE_CODE = `
  with by_person as (${countSend(`'identity:' || $2::text`, '')}),
  by_number as (${countSend('$5::text', 'from by_person')}),
  code as (
    insert into stepward.codes (tenant_id, identity_id, factor, purpose, session_id, status,
      code_id, destination, verifier, issued_at, expires_at, attempts_spent, guessed_wrong_at, counted)
    select $1, $2, 'sms', 'enrolment', '', 'pending', $3, $6::text, $4, now(), now() + interval '5 minutes', 0, '{}', '[]'
    from by_number
    on conflict (tenant_id, identity_id, factor, purpose, session_id) do update
    set code_id = excluded.code_id, destination = excluded.destination, verifier = excluded.verifier,
      issued_at = excluded.issued_at, expires_at = excluded.expires_at, attempts_spent = 0
  )
  select 1 / (select count(*) from by_number) as stored from by_person`;

const READ_CODE = `
  select code_id, verifier, attempts_spent from stepward.codes
  where tenant_id = $1 and identity_id = $2 and factor = 'sms' and purpose = 'enrolment' and session_id = ''
    and expires_at > now() and attempts_spent < 5`;

const COUNT_WRONG_GUESS = `
  update stepward.codes set attempts_spent = attempts_spent + 1
  where tenant_id = $1 and identity_id = $2 and factor = 'sms' and purpose = 'enrolment' and session_id = ''
    and code_id = $3 and attempts_spent = $4`;

/** Enrols where the code is still the one that was read. */
const ENROL = `
  with used as (
    delete from stepward.codes
    where tenant_id = $1 and identity_id = $2 and factor = 'sms' and purpose = 'enrolment' and session_id = ''
      and code_id = $3 and attempts_spent = $4
    returning 1
  ),
  enrolled as (
    insert into stepward.authenticators (tenant_id, identity_id, authenticator_id, factor, enrolled_at, wrong_in_a_row)
    select $1, $2, gen_random_uuid()::text, 'sms', now(), 0 from used
    on conflict do nothing
  ),
  logged as (
    insert into stepward.authentication_entries (tenant_id, entry_id, type, at, identity_id, factor,
      actor_type, actor_id, retain_until)
    select $1, id, type, now(), $2, 'sms', 'identity', $2, now() + interval '90 days'
    from used, (values ($5::uuid, 'factor.verified'), ($6::uuid, 'factor.enrolled')) as entry (id, type)
  ),
  emitted as (
    insert into stepward.outbox (tenant_id, event_id, type, organisation_id, data, emitted_at, patterns, shard)
    select $1, $7::uuid, 'mfa.sms.enrolled', null, $8, now(), 'mfa.sms.enrolled,mfa.sms.*,mfa.*,*', 0 from used
  )
  select from used`;

export const promisesFloor: Floor = {
  async storeCode(pool, { tenantId, identityId }) {
    const whose = [tenantId, identityId];
    const { rows } = await pool.query<{ phone: string }>({
      name: 'read_phone',
      text: READ_PHONE,
      values: whose,
    });
    const [person] = rows;
    if (person === undefined) return null;
    const subject = `destination:${digest('destination', person.phone)}`;
    const code = [crypto.randomUUID(), digest(identityId, CODE), subject, person.phone];
    const values = [...whose, ...code];
    const stored = await pool.query({ name: 'store_code', text: STORE_CODE, values });
    return stored.rows.length > 0 ? person.phone : null;
  },
  async verify(pool, { tenantId, identityId }, code) {
    const whose = [tenantId, identityId];
    const { rows } = await pool.query<{
      code_id: string;
      verifier: string;
      attempts_spent: number;
    }>({ name: 'read_code', text: READ_CODE, values: whose });
    const [row] = rows;
    if (row === undefined) return false;
    const read = [...whose, row.code_id, row.attempts_spent];
    if (!timingSafeEqual(Buffer.from(row.verifier), Buffer.from(digest(identityId, code)))) {
      await pool.query({ name: 'count_guess', text: COUNT_WRONG_GUESS, values: read });
      return false;
    }
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const data = JSON.stringify({ id: identityId, enrolled_at: new Date() });
    const enrolled = await pool.query({
      name: 'enrol',
      text: ENROL,
      values: [...read, ...ids, data],
    });
    return enrolled.rows.length > 0;
  },
};
