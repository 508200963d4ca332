import type { Stepward } from '@stepward/core';
import { createMfaHandlers } from './handlers/mfa-handlers.js';
import { createPhoneHandlers } from './handlers/phone-handlers.js';
import { defineRoute, type Route } from './route.js';
import { putPhoneBody, verifyEnrolmentBody } from './schemas/account-bodies.js';

/** The services behind the routes. */
export type RouteServices = Pick<Stepward, 'enrolments' | 'phones'>;

/** Every operation that the API answers (specification, "Account API"). */
export function createRoutes({ enrolments, phones }: RouteServices): readonly Route[] {
  const mfa = createMfaHandlers(enrolments);
  const phone = createPhoneHandlers(phones);

  return [
    defineRoute({
      method: 'GET',
      path: '/v1/account/mfa',
      scope: null,
      body: null,
      serve: (caller) => mfa.status(caller),
    }),
    defineRoute({
      method: 'POST',
      path: '/v1/account/mfa/sms',
      scope: 'account.mfa:write',
      body: null,
      serve: (caller) => mfa.start(caller),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/account/mfa/sms',
      scope: 'account.mfa:write',
      body: verifyEnrolmentBody,
      serve: (caller, body) => mfa.verify(caller, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/mfa/sms',
      scope: 'account.mfa:write',
      body: null,
      serve: (caller) => mfa.remove(caller),
    }),
    defineRoute({
      method: 'PUT',
      path: '/v1/account/phone',
      scope: 'account.phone:write',
      body: putPhoneBody,
      serve: (caller, body) => phone.put(caller, body),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/v1/account/phone',
      scope: 'account.phone:write',
      body: null,
      serve: (caller) => phone.remove(caller),
    }),
  ];
}
