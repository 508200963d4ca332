import type { PendingTotp, ShownRecoveryCodes, Stepward } from '@stepward/core';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { CALLER, CHANGE, mfaStatus, statusReply } from '../parts/account-mfa.js';
import { CHECKING, SENDING } from '../parts/code-refusals.js';
import { givenName, maskedPhone, text, typedCode } from '../parts/fields.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const enrolmentAnswer = z
  .object({ code: typedCode })
  .meta({ title: 'EnrolmentCode', required: ['code'] });

/** The bodies of successes that are kept. */
type StartedBody = { readonly data: Pick<PendingTotp, 'secret'> };
type CodesBody = { readonly data: ShownRecoveryCodes };

/** The second factors of the caller (specification, "Account API"). */
export function mfaOperations({
  enrolments,
  totp,
  recoveryCodes,
}: Pick<Stepward, 'enrolments' | 'totp' | 'recoveryCodes'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'getMfaStatus',
      api: 'account',
      method: 'GET',
      path: '/v1/account/mfa',
      summary: 'Returns the second factors of the caller.',
      scope: null,
      params: {},
      answers: { 200: mfaStatus },
      refuses: CALLER,
      async serve(caller) {
        return (await enrolments.status(caller)).match(statusReply, refuse);
      },
    }),
    defineOperation({
      id: 'startSmsEnrolment',
      ...CHANGE,
      method: 'POST',
      path: '/v1/account/mfa/sms',
      summary: "Sends a code to the caller's verified phone.",
      answers: {
        201: z.object({
          data: z
            .object({ status: z.literal('pending'), phone_number_masked: maskedPhone })
            .meta({ title: 'PendingSmsEnrolment' }),
        }),
      },
      refuses: [
        ...CALLER,
        'already_enrolled',
        'assurance_insufficient',
        'factor_not_allowed',
        'phone_not_verified',
        ...SENDING,
      ],
      async serve(caller) {
        const started = await enrolments.start(caller);
        return started.match(
          ({ status, phoneNumberMasked }) =>
            reply(201, { data: { status, phone_number_masked: phoneNumberMasked } }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'verifySmsEnrolment',
      ...CHANGE,
      method: 'PUT',
      path: '/v1/account/mfa/sms',
      summary: 'Enrols SMS as a second factor, given the code.',
      body: enrolmentAnswer,
      answers: { 200: mfaStatus },
      refuses: [...CALLER, 'assurance_insufficient', 'already_enrolled', ...CHECKING],
      async serve(caller, { body }) {
        return (await enrolments.verify(caller, body.code)).match(statusReply, refuse);
      },
    }),
    defineOperation({
      id: 'removeSms',
      ...CHANGE,
      method: 'DELETE',
      path: '/v1/account/mfa/sms',
      summary: 'Removes SMS as a second factor, or cancels a pending enrolment.',
      answers: { 200: mfaStatus },
      refuses: [...CALLER, 'not_enrolled', 'assurance_insufficient', 'last_factor'],
      async serve(caller) {
        return (await enrolments.remove(caller)).match(statusReply, refuse);
      },
    }),
    defineOperation({
      id: 'startTotpEnrolment',
      ...CHANGE,
      method: 'POST',
      path: '/v1/account/mfa/totp',
      summary: 'Creates a secret for an authenticator app. It is shown only once.',
      body: z.object({ name: givenName }).meta({ title: 'NewTotp' }).optional(),
      answers: {
        201: z.object({
          data: z
            .object({
              status: z.literal('pending'),
              secret: text('JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
              uri: text(
                'otpauth://totp/Acme:ada?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme',
              ),
            })
            .meta({ title: 'PendingTotp' }),
        }),
      },
      refuses: [
        ...CALLER,
        'assurance_insufficient',
        'factor_not_allowed',
        'too_many_authenticators',
        'name_malformed',
        'start_budget_spent',
      ],
      showsSecret: true,
      isCurrent: (caller, body) => totp.isPending(caller, (body as StartedBody).data.secret),
      async serve(caller, { body }) {
        const started = await totp.start(caller, body?.name);
        return started.match((data) => reply(201, { data }), refuse);
      },
    }),
    defineOperation({
      id: 'verifyTotpEnrolment',
      ...CHANGE,
      method: 'PUT',
      path: '/v1/account/mfa/totp',
      summary: 'Enrols the authenticator app, given the code that it shows.',
      body: enrolmentAnswer,
      answers: { 200: mfaStatus },
      refuses: [...CALLER, 'assurance_insufficient', 'already_enrolled', ...CHECKING],
      async serve(caller, { body }) {
        return (await totp.verify(caller, body.code)).match(statusReply, refuse);
      },
    }),
    defineOperation({
      id: 'removeTotp',
      ...CHANGE,
      method: 'DELETE',
      path: '/v1/account/mfa/totp',
      summary: 'Removes all authenticator apps, or cancels a pending enrolment.',
      answers: { 200: mfaStatus },
      refuses: [...CALLER, 'assurance_insufficient', 'not_enrolled', 'last_factor'],
      async serve(caller) {
        return (await totp.remove(caller)).match(statusReply, refuse);
      },
    }),
    defineOperation({
      id: 'generateRecoveryCodes',
      ...CHANGE,
      method: 'POST',
      path: '/v1/account/mfa/recovery-codes',
      summary: 'Creates ten recovery codes, which void the earlier ones. They are shown only once.',
      answers: {
        201: z.object({
          data: z
            .object({ codes: z.array(text('7KQ4-M2XW-9HTR-5CVA')).readonly() })
            .meta({ title: 'RecoveryCodes' }),
        }),
      },
      refuses: [
        ...CALLER,
        'assurance_insufficient',
        'factor_not_allowed',
        'no_factor',
        'start_budget_spent',
      ],
      showsSecret: true,
      isCurrent: (caller, body) => recoveryCodes.isCurrent(caller, (body as CodesBody).data.codes),
      async serve(caller) {
        return (await recoveryCodes.generate(caller)).match((data) => reply(201, { data }), refuse);
      },
    }),
  ];
}
