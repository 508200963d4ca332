/** A floor behind two bare Fastify routes, with nothing of Stepward but its tables. */
import { createHmac } from 'node:crypto';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { CODE } from './bench-stepward.js';
import type { FindSession, Session } from './sessions.js';

/** What a floor does with the database. */
export interface Floor {
  /** Stores a code for a person who has a phone, within the budgets; the phone number, or null where it is too soon. */
  storeCode(pool: Pool, caller: Session): Promise<string | null>;
  /** Whether the code is right: then the person is enrolled. A wrong one is counted. */
  verify(pool: Pool, caller: Session, code: string): Promise<boolean>;
}

const KEY = Buffer.alloc(32, 'bench');

const CODE_BODY = {
  type: 'object',
  required: ['code'],
  properties: { code: { type: 'string', pattern: '^[0-9]{6}$' } },
} as const;

export const PATH = '/v1/account/mfa/sms';

/** `findSession` is asked before each route. */
export function createFloorServer(
  pool: Pool,
  findSession: FindSession,
  floor: Floor,
): FastifyInstance {
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
    const destination = await floor.storeCode(pool, callerOf(request));
    if (destination === null) return reply.code(429).send({ error: 'too soon' });
    sent.set(destination, `${CODE} is your code.`);
    return reply.code(201).send({ data: { status: 'sent' } });
  });

  app.put(PATH, { schema: { body: CODE_BODY } }, async (request, reply) => {
    const { code } = request.body as { readonly code: string };
    const isRight = await floor.verify(pool, callerOf(request), code);
    return isRight
      ? reply.send({ data: { status: 'enrolled' } })
      : reply.code(422).send({ error: 'wrong code' });
  });

  return app;
}

export function digest(...parts: readonly string[]): string {
  return createHmac('sha256', KEY).update(parts.join(':')).digest('hex');
}
