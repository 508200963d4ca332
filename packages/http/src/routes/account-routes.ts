import type { Stepward } from '@stepward/core';
import { createMfaHandlers } from '../handlers/mfa-handlers.js';
import { createPhoneHandlers } from '../handlers/phone-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { putPhoneBody, verifyEnrolmentBody } from '../schemas/account-bodies.js';

export type AccountServices = Pick<Stepward, 'enrolments' | 'phones'>;

/** The operations of end users on themselves (specification, "Account API"). */
export function accountRoutes({ enrolments, phones }: AccountServices): readonly AnyRoute[] {
  const mfa = createMfaHandlers(enrolments);
  const phone = createPhoneHandlers(phones);

  return [
    defineRoute({
      api: 'account',
      method: 'GET',
      path: '/v1/account/mfa',
      scope: null,
      body: null,
      query: null,
      serve: (caller) => mfa.status(caller),
    }),
    defineRoute({
      api: 'account',
      method: 'POST',
      path: '/v1/account/mfa/sms',
      scope: 'account.mfa:write',
      body: null,
      query: null,
      serve: (caller) => mfa.start(caller),
    }),
    defineRoute({
      api: 'account',
      method: 'PUT',
      path: '/v1/account/mfa/sms',
      scope: 'account.mfa:write',
      body: verifyEnrolmentBody,
      query: null,
      serve: (caller, { body }) => mfa.verify(caller, body),
    }),
    defineRoute({
      api: 'account',
      method: 'DELETE',
      path: '/v1/account/mfa/sms',
      scope: 'account.mfa:write',
      body: null,
      query: null,
      serve: (caller) => mfa.remove(caller),
    }),
    defineRoute({
      api: 'account',
      method: 'PUT',
      path: '/v1/account/phone',
      scope: 'account.phone:write',
      body: putPhoneBody,
      query: null,
      serve: (caller, { body }) => phone.put(caller, body),
    }),
    defineRoute({
      api: 'account',
      method: 'DELETE',
      path: '/v1/account/phone',
      scope: 'account.phone:write',
      body: null,
      query: null,
      serve: (caller) => phone.remove(caller),
    }),
  ];
}
