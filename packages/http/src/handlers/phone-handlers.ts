import type { AccountCaller, PhoneService } from '@stepward/core';
import { refuse, type Refusal } from '../refusal.js';
import { dataReply, type Reply } from '../reply.js';
import type { PutPhoneBody } from '../schemas/account-bodies.js';

/** The handlers of `/v1/account/phone` (DECISIONS, "PUT /v1/account/phone"). */
export interface PhoneHandlers {
  /** 202 and `pending` where a code was sent, 200 and `verified` where it came back. */
  put(caller: AccountCaller, body: PutPhoneBody): Promise<Reply | Refusal>;
  /** 200 with `phone_number_masked` null and `verified` false. */
  remove(caller: AccountCaller): Promise<Reply | Refusal>;
}

/** A code on its way is work accepted, a proven number is work done. */
const STATUSES = { pending: 202, verified: 200 } as const;

export function createPhoneHandlers(phones: PhoneService): PhoneHandlers {
  return {
    async put(caller, body) {
      const put = await ('code' in body
        ? phones.verify(caller, body.phone_number, body.code)
        : phones.start(caller, body.phone_number));
      return put.match(
        ({ status, phoneNumberMasked }) =>
          dataReply(STATUSES[status], { status, phone_number_masked: phoneNumberMasked }),
        refuse,
      );
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
