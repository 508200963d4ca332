import type { Stepward } from '@stepward/core';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { idLike, text, time } from '../parts/fields.js';

const REFUSES = [
  'identity_unknown',
  'identity_suspended',
  'sessions_not_configured',
  'sessions_unavailable',
] as const;

const sessionId = idLike('ses_91b2');

const END = {
  api: 'account',
  method: 'DELETE',
  scope: 'account.mfa:write',
  answers: {
    200: z.object({ data: z.object({ ended: z.literal(true) }).meta({ title: 'EndedSessions' }) }),
  },
} as const;

const ENDED = { data: { ended: true } } as const;

/** The sessions of the caller, which the host keeps. */
export function sessionOperations({
  sessions,
}: Pick<Stepward, 'sessions'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listSessions',
      api: 'account',
      method: 'GET',
      path: '/v1/account/sessions',
      summary: 'Lists the sessions of the caller: the current one, then those used last.',
      scope: null,
      params: {},
      answers: {
        200: z.object({
          data: z
            .array(
              z
                .object({
                  id: sessionId,
                  created_at: time,
                  last_used_at: time.nullable(),
                  client_address: text('192.0.2.1').nullable(),
                  user_agent: text('Mozilla/5.0').nullable(),
                  current: z.boolean(),
                })
                .meta({ title: 'Session' }),
            )
            .max(100),
        }),
      },
      refuses: REFUSES,
      async serve(caller) {
        const listed = await sessions.list(caller);
        return listed.match(
          (found) =>
            reply(200, {
              data: found.map(
                ({ id, createdAt, lastUsedAt, clientAddress, userAgent, current }) => ({
                  ...{ id, created_at: createdAt, last_used_at: lastUsedAt },
                  ...{ client_address: clientAddress, user_agent: userAgent, current },
                }),
              ),
            }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'endSession',
      ...END,
      path: '/v1/account/sessions/:sessionId',
      summary: 'Ends a session of the caller, which may be the current one.',
      params: { sessionId },
      refuses: [...REFUSES, 'assurance_insufficient', 'session_not_found'],
      async serve(caller, { params }) {
        return (await sessions.end(caller, params.sessionId)).match(
          () => reply(200, ENDED),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'endOtherSessions',
      ...END,
      path: '/v1/account/sessions',
      summary: 'Ends all sessions of the caller but the current one.',
      params: {},
      refuses: [...REFUSES, 'assurance_insufficient'],
      async serve(caller) {
        return (await sessions.endOthers(caller)).match(() => reply(200, ENDED), refuse);
      },
    }),
  ];
}
