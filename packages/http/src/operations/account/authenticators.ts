import type { Stepward } from '@stepward/core';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import {
  authenticator,
  authenticatorBody,
  CALLER,
  CHANGE,
  mfaStatus,
  statusReply,
} from '../parts/account-mfa.js';
import { givenName, id } from '../parts/fields.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const ONE = { ...CHANGE, path: '/v1/account/mfa/authenticators/:id', params: { id } } as const;

/** The authenticators of the caller, of all factors. */
export function authenticatorOperations({
  authenticators,
}: Pick<Stepward, 'authenticators'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listAuthenticators',
      api: 'account',
      method: 'GET',
      path: '/v1/account/mfa/authenticators',
      summary: 'Lists the authenticators of the caller, oldest first.',
      scope: null,
      params: {},
      answers: {
        200: z
          .object({ data: z.array(authenticator).readonly() })
          .meta({ title: 'Authenticators' }),
      },
      refuses: CALLER,
      async serve(caller) {
        const listed = await authenticators.list(caller);
        return listed.match((data) => reply(200, { data: data.map(authenticatorBody) }), refuse);
      },
    }),
    defineOperation({
      id: 'renameAuthenticator',
      ...ONE,
      method: 'PATCH',
      summary: 'Names an authenticator.',
      body: z.object({ name: givenName }).meta({ title: 'NewName', required: ['name'] }),
      answers: { 200: z.object({ data: authenticator }) },
      refuses: [...CALLER, 'assurance_insufficient', 'authenticator_not_found', 'name_malformed'],
      async serve(caller, { params, body }) {
        const renamed = await authenticators.rename(caller, params.id, body.name);
        return renamed.match((one) => reply(200, { data: authenticatorBody(one) }), refuse);
      },
    }),
    defineOperation({
      id: 'removeAuthenticator',
      ...ONE,
      method: 'DELETE',
      summary: 'Removes an authenticator. The last one of a factor takes the factor with it.',
      answers: { 200: mfaStatus },
      refuses: [...CALLER, 'authenticator_not_found', 'assurance_insufficient', 'last_factor'],
      async serve(caller, { params }) {
        return (await authenticators.remove(caller, params.id)).match(statusReply, refuse);
      },
    }),
  ];
}
