import type { Stepward } from '@stepward/core';
import { createMfaHandlers } from '../handlers/mfa-handlers.js';
import { createPhoneHandlers } from '../handlers/phone-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { putPhoneBody, verifyEnrolmentBody } from '../schemas/account-bodies.js';
import { CHECKING, SENDING } from './code-refusals.js';

export type AccountServices = Pick<Stepward, 'enrolments' | 'phones'>;

/** The token's person may be nobody, or suspended. */
const CALLER = ['identity_unknown', 'identity_suspended'] as const;

/** The operations of end users on themselves (specification, "Account API"). */
export function accountRoutes({ enrolments, phones }: AccountServices): readonly AnyRoute[] {
  const mfa = createMfaHandlers(enrolments);
  const phone = createPhoneHandlers(phones);

  return [
    defineRoute({
      api: 'account',
      method: 'GET',
      path: '/v1/account/mfa',
      summary: 'Returns the second factors of the caller.',
      scope: null,
      body: null,
      query: null,
      answers: [200],
      refuses: CALLER,
      serve: (caller) => mfa.status(caller),
    }),
    defineRoute({
      api: 'account',
      method: 'POST',
      path: '/v1/account/mfa/sms',
      summary: "Sends a code to the caller's verified phone.",
      scope: 'account.mfa:write',
      body: null,
      query: null,
      answers: [201],
      refuses: [
        ...CALLER,
        'already_enrolled',
        'assurance_insufficient',
        'factor_not_allowed',
        'phone_not_verified',
        ...SENDING,
      ],
      serve: (caller) => mfa.start(caller),
    }),
    defineRoute({
      api: 'account',
      method: 'PUT',
      path: '/v1/account/mfa/sms',
      summary: 'Enrols SMS as a second factor, given the code.',
      scope: 'account.mfa:write',
      body: verifyEnrolmentBody,
      query: null,
      answers: [200],
      refuses: [...CALLER, 'assurance_insufficient', 'already_enrolled', ...CHECKING],
      serve: (caller, { body }) => mfa.verify(caller, body),
    }),
    defineRoute({
      api: 'account',
      method: 'DELETE',
      path: '/v1/account/mfa/sms',
      summary: 'Removes SMS as a second factor, or cancels a pending enrolment.',
      scope: 'account.mfa:write',
      body: null,
      query: null,
      answers: [200],
      refuses: [...CALLER, 'not_enrolled', 'assurance_insufficient', 'last_factor'],
      serve: (caller) => mfa.remove(caller),
    }),
    defineRoute({
      api: 'account',
      method: 'PUT',
      path: '/v1/account/phone',
      summary:
        'Sends a code to a new phone number (202); with the code, makes it the verified one (200).',
      scope: 'account.phone:write',
      body: putPhoneBody,
      query: null,
      answers: [200, 202],
      refuses: [...CALLER, 'phone_invalid', 'assurance_insufficient', ...SENDING, ...CHECKING],
      serve: (caller, { body }) => phone.put(caller, body),
    }),
    defineRoute({
      api: 'account',
      method: 'DELETE',
      path: '/v1/account/phone',
      summary: "Removes the caller's phone number.",
      scope: 'account.phone:write',
      body: null,
      query: null,
      answers: [200],
      refuses: [...CALLER, 'assurance_insufficient', 'phone_not_found', 'phone_in_use'],
      serve: (caller) => phone.remove(caller),
    }),
  ];
}
