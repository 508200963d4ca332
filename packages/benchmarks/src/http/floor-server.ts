/**
 * The floor: the least SQL that is still correct, behind two bare Fastify routes, with nothing of Stepward. It has the
 * cool-down, the lifetime and the five guesses of a code, and no other budget, policy, limit, log or event.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { CODE } from './bench-stepward.js';
import type { FindSession, Session } from './sessions.js';

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
  insert into stepward.factors (tenant_id, identity_id, factor, enrolled_at) values ($1, $2, 'sms', now())
  on conflict do nothing`;

const KEY = Buffer.alloc(32, 'bench');

const CODE_BODY = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string', pattern: '^[0-9]{6}$' } },
} as const;

export const PATH = '/v1/account/mfa/sms';

/** `findSession` is asked before each route. */
export function createFloorServer(pool: Pool, findSession: FindSession): FastifyInstance {
  const app = fastify();
  const sent = new Map<string, string>();
  const callers = new WeakMap<FastifyRequest, Session>();
  const callerOf = (request: FastifyRequest): Session => {
    const caller = callers.get(request);
    if (caller === undefined) throw new Error('no caller');
    return caller;
  };

  app.addHook('onRequest', async (request, reply) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const session = token === undefined ? null : await findSession(token);
    if (session === null) return reply.code(401).send({ error: 'unauthorized' });
    callers.set(request, session);
  });

  app.post(PATH, async (request, reply) => {
    const { tenantId, identityId } = callerOf(request);
    const values = [tenantId, identityId, crypto.randomUUID(), digest(identityId, CODE)];
    const { rows } = await pool.query<{ destination: string }>({
      name: 'store_code',
      text: STORE_CODE,
      values,
    });
    const [stored] = rows;
    if (stored === undefined) return reply.code(429).send({ error: 'too soon' });
    sent.set(stored.destination, `${CODE} is your code.`);
    return reply.code(201).send({ data: { status: 'sent' } });
  });

  app.put(PATH, { schema: { body: CODE_BODY } }, async (request, reply) => {
    const { tenantId, identityId } = callerOf(request);
    const { code } = request.body as { readonly code: string };
    const isRight = await verify(pool, [tenantId, identityId], digest(identityId, code));
    return isRight
      ? reply.send({ data: { status: 'enrolled' } })
      : reply.code(422).send({ error: 'wrong code' });
  });

  return app;
}

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

function digest(identityId: string, code: string): string {
  return createHmac('sha256', KEY).update(`${identityId}:${code}`).digest('hex');
}
