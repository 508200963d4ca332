import type { Stepward } from '@stepward/core';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { CALLER, CHANGE, mfaStatus, statusReply } from '../parts/account-mfa.js';
import { CHECKING } from '../parts/code-refusals.js';
import { givenName } from '../parts/fields.js';
import { creationOptions, registrationResponse } from '../parts/webauthn-fields.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const HERE = { ...CHANGE, path: '/v1/account/mfa/webauthn' } as const;

/** The body of a success that is kept. */
type StartedBody = { readonly data: { readonly options: { readonly challenge: string } } };

/** The passkeys and security keys of the caller. */
export function webAuthnOperations({
  webauthn,
}: Pick<Stepward, 'webauthn'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'startWebAuthnEnrolment',
      ...HERE,
      method: 'POST',
      summary: 'Creates the options for a new passkey or security key. They hold for 5 minutes.',
      answers: {
        201: z.object({
          data: z
            .object({ status: z.literal('pending'), options: creationOptions })
            .meta({ title: 'PendingWebAuthn' }),
        }),
      },
      refuses: [
        ...CALLER,
        'assurance_insufficient',
        'factor_not_allowed',
        'too_many_authenticators',
        'start_budget_spent',
      ],
      showsSecret: true,
      isCurrent: (caller, body) =>
        webauthn.isPending(caller, (body as StartedBody).data.options.challenge),
      async serve(caller) {
        return (await webauthn.start(caller)).match((data) => reply(201, { data }), refuse);
      },
    }),
    defineOperation({
      id: 'verifyWebAuthnEnrolment',
      ...HERE,
      method: 'PUT',
      summary: 'Enrols the passkey or security key, given the response of the browser.',
      body: z
        .object({ response: registrationResponse, name: givenName })
        .meta({ title: 'NewCredential', required: ['response'] }),
      answers: { 200: mfaStatus },
      refuses: [
        ...CALLER,
        'assurance_insufficient',
        'already_enrolled',
        'name_malformed',
        ...CHECKING,
      ],
      async serve(caller, { body }) {
        return (await webauthn.verify(caller, { response: body.response, name: body.name })).match(
          statusReply,
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'removeWebAuthn',
      ...HERE,
      method: 'DELETE',
      summary: 'Removes all passkeys and security keys, or cancels a pending enrolment.',
      answers: { 200: mfaStatus },
      refuses: [...CALLER, 'assurance_insufficient', 'not_enrolled', 'last_factor'],
      async serve(caller) {
        return (await webauthn.remove(caller)).match(statusReply, refuse);
      },
    }),
  ];
}
