import type { Stepward } from '@stepward/core';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { CHECKING, SENDING } from '../parts/code-refusals.js';
import { maskedPhone, text, typedCode } from '../parts/fields.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const CALLER = ['identity_unknown', 'identity_suspended', 'assurance_insufficient'] as const;

/** The phone number of the caller (specification, "Account API"). */
export function phoneOperations({ phones }: Pick<Stepward, 'phones'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'putPhone',
      api: 'account',
      method: 'PUT',
      path: '/v1/account/phone',
      summary:
        'Sends a code to a new phone number (202); with the code, makes it the verified one (200).',
      scope: 'account.phone:write',
      params: {},
      query: null,
      // Without `code`, a code is sent. A number that is not in E.164 form is 422 `phone_invalid`.
      body: z.object({ phone_number: text('+14155550101'), code: typedCode }),
      answers: { 200: verificationOf('verified'), 202: verificationOf('pending') },
      refuses: [...CALLER, 'phone_invalid', ...SENDING, ...CHECKING],
      async serve(caller, { body }) {
        const put = await ('code' in body
          ? phones.verify(caller, body.phone_number, body.code)
          : phones.start(caller, body.phone_number));
        if (put.isErr()) return refuse(put.error);
        const { status, phoneNumberMasked: phone_number_masked } = put.value;
        // 202: a code was sent. 200: the number is verified.
        return status === 'verified'
          ? reply(200, { data: { status, phone_number_masked } })
          : reply(202, { data: { status, phone_number_masked } });
      },
    }),
    defineOperation({
      id: 'removePhone',
      api: 'account',
      method: 'DELETE',
      path: '/v1/account/phone',
      summary: "Removes the caller's phone number.",
      scope: 'account.phone:write',
      params: {},
      query: null,
      body: null,
      answers: {
        200: z.object({
          data: z.object({ phone_number_masked: z.null(), verified: z.literal(false) }),
        }),
      },
      refuses: [...CALLER, 'phone_not_found', 'phone_in_use'],
      async serve(caller) {
        const removed = await phones.remove(caller);
        return removed.match(
          ({ phoneNumberMasked, verified }) =>
            reply(200, { data: { phone_number_masked: phoneNumberMasked, verified } }),
          refuse,
        );
      },
    }),
  ];
}

function verificationOf<Status extends string>(status: Status) {
  return z.object({
    data: z.object({ status: z.literal(status), phone_number_masked: maskedPhone }),
  });
}
