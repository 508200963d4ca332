/**
 * The bare floor: the least SQL that is still correct. It has the cool-down, the lifetime and the five guesses of a code,
 * and no other budget, policy, limit, log or event.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { CODE } from './bench-stepward.js';
import { digest, type Floor } from './floor-server.js';

/** Stores a code for every person who has a phone, unless the last one is younger than a minute. */
const STORE_CODE = `
  insert into stepward.codes as code (tenant_id, identity_id, factor, purpose, session_id, status,
    code_id, destination, verifier, issued_at, expires_at, attempts_spent, guessed_wrong_at, counted)
  select tenant_id, identity_id, 'sms', 'enrolment', '', 'pending',
    $3, phone, $4, now(), now() + interval '5 minutes', 0, '{}', '[]'
  from stepward.identities
  where tenant_id = $1 and identity_id = $2 and state = 'active' and phone is not null
  on conflict (tenant_id, identity_id, factor, purpose, session_id) do update
    set code_id = excluded.code_id, destination = excluded.destination, verifier = excluded.verifier,
      issued_at = excluded.issued_at, expires_at = excluded.expires_at, attempts_spent = 0
    where code.issued_at <= now() - interval '60 seconds'
  returning destination`;

const LOCK_CODE = `
  select verifier from stepward.codes
  where tenant_id = $1 and identity_id = $2 and factor = 'sms' and purpose = 'enrolment' and session_id = ''
    and expires_at > now() and attempts_spent < 5
  for update`;

const COUNT_WRONG_GUESS = `
  update stepward.codes set attempts_spent = attempts_spent + 1
  where tenant_id = $1 and identity_id = $2 and factor = 'sms' and purpose = 'enrolment' and session_id = ''`;

const ENROL = `
  with used as (
    delete from stepward.codes
    where tenant_id = $1 and identity_id = $2 and factor = 'sms' and purpose = 'enrolment' and session_id = ''
  )
  insert into stepward.authenticators (tenant_id, identity_id, authenticator_id, factor, enrolled_at, wrong_in_a_row)
  values ($1, $2, gen_random_uuid()::text, 'sms', now(), 0)
  on conflict do nothing`;

export const bareFloor: Floor = {
  async storeCode(pool, { tenantId, identityId }) {
    const { rows } = await pool.query<{ destination: string }>({
      name: 'store_code',
      text: STORE_CODE,
      values: [tenantId, identityId, crypto.randomUUID(), digest(identityId, CODE)],
    });
    return rows[0]?.destination ?? null;
  },
  verify: (pool, { tenantId, identityId }, code) =>
    verify(pool, [tenantId, identityId], digest(identityId, code)),
};

/** Begins, locks the code, compares, enrols and commits: four round trips. */
async function verify(pool: Pool, values: readonly string[], actual: string): Promise<boolean> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query('begin');
    const { rows } = await client.query<{ verifier: string }>({
      name: 'lock_code',
      text: LOCK_CODE,
      values: [...values],
    });
    const [row] = rows;
    const isRight =
      row !== undefined && timingSafeEqual(Buffer.from(row.verifier), Buffer.from(actual));
    const text = isRight ? ENROL : COUNT_WRONG_GUESS;
    await client.query({ name: isRight ? 'enrol' : 'count', text, values: [...values] });
    await client.query('commit');
    isBroken = false;
    return isRight;
  } finally {
    client.release(isBroken);
  }
}
