import type { AccountCaller, PhoneService } from '@stepward/core';
import { refuse, type RefusalOf } from '../refusal.js';
import { dataReply, type Reply } from '../reply.js';
import type { PutPhoneBody } from '../schemas/account-bodies.js';

/** The handlers of `/v1/account/phone`. */
export interface PhoneHandlers {
  /** 202 and `pending` where a code was sent, 200 and `verified` where it came back. */
  put(
    caller: AccountCaller,
    body: PutPhoneBody,
  ): Promise<Reply<200 | 202> | RefusalOf<PhoneService['start' | 'verify']>>;
  /** 200 with `phone_number_masked` null and `verified` false. */
  remove(caller: AccountCaller): Promise<Reply<200> | RefusalOf<PhoneService['remove']>>;
}

/** A code on its way is work accepted, a proven number is work done. */
const STATUSES = { pending: 202, verified: 200 } as const;

export function createPhoneHandlers(phones: PhoneService): PhoneHandlers {
  return {
    async put(caller, body) {
      const put = await ('code' in body
        ? phones.verify(caller, body.phone_number, body.code)
        : phones.start(caller, body.phone_number));
      if (put.isErr()) return refuse(put.error);
      const { status, phoneNumberMasked } = put.value;
      return dataReply(STATUSES[status], { status, phone_number_masked: phoneNumberMasked });
    },
    async remove(caller) {
      const removed = await phones.remove(caller);
      return removed.match(
        ({ phoneNumberMasked, verified }) =>
          dataReply(200, { phone_number_masked: phoneNumberMasked, verified }),
        refuse,
      );
    },
  };
}
