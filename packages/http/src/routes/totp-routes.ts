import type { Stepward } from '@stepward/core';
import { statusReply } from '../handlers/mfa-handlers.js';
import { refuse } from '../refusal.js';
import { dataReply } from '../reply.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { verifyEnrolmentBody } from '../schemas/account-bodies.js';
import { CHECKING } from './code-refusals.js';

export type TotpServices = Pick<Stepward, 'totp'>;

const CALLER = ['identity_unknown', 'identity_suspended', 'assurance_insufficient'] as const;

/** An authenticator app as a second factor of the caller. */
export function totpRoutes({ totp }: TotpServices): readonly AnyRoute[] {
  return [
    defineRoute({
      api: 'account',
      method: 'POST',
      path: '/v1/account/mfa/totp',
      summary: 'Makes a secret for an authenticator app. It is shown this once.',
      scope: 'account.mfa:write',
      body: null,
      query: null,
      answers: [201],
      refuses: [...CALLER, 'factor_not_allowed', 'already_enrolled'],
      async serve(caller) {
        const started = await totp.start(caller);
        return started.match((pending) => dataReply(201, pending), refuse);
      },
    }),
    defineRoute({
      api: 'account',
      method: 'PUT',
      path: '/v1/account/mfa/totp',
      summary: 'Enrols the authenticator app, given the code that it shows.',
      scope: 'account.mfa:write',
      body: verifyEnrolmentBody,
      query: null,
      answers: [200],
      refuses: [...CALLER, 'already_enrolled', ...CHECKING],
      async serve(caller, { body }) {
        const verified = await totp.verify(caller, body.code);
        return verified.match(statusReply, refuse);
      },
    }),
    defineRoute({
      api: 'account',
      method: 'DELETE',
      path: '/v1/account/mfa/totp',
      summary: 'Removes the authenticator app, or cancels a pending enrolment.',
      scope: 'account.mfa:write',
      body: null,
      query: null,
      answers: [200],
      refuses: [...CALLER, 'not_enrolled', 'last_factor'],
      async serve(caller) {
        const removed = await totp.remove(caller);
        return removed.match(statusReply, refuse);
      },
    }),
  ];
}
