import type { AccountCaller, EnrolmentService, MfaStatus } from '@stepward/core';
import { refuse, type RefusalOf } from '../refusal.js';
import { dataReply, type Reply } from '../reply.js';
import type { VerifyEnrolmentBody } from '../schemas/account-bodies.js';

/** The handlers below `/v1/account/mfa` (specification, "Account API"). */
export interface MfaHandlers {
  /** 200 with the MFA status. */
  status(caller: AccountCaller): Promise<Reply<200> | RefusalOf<EnrolmentService['status']>>;
  /** 201 with `status` and `phone_number_masked`. */
  start(caller: AccountCaller): Promise<Reply<201> | RefusalOf<EnrolmentService['start']>>;
  /** 200 with the MFA status. */
  verify(
    caller: AccountCaller,
    body: VerifyEnrolmentBody,
  ): Promise<Reply<200> | RefusalOf<EnrolmentService['verify']>>;
  /** 200 with the MFA status. */
  remove(caller: AccountCaller): Promise<Reply<200> | RefusalOf<EnrolmentService['remove']>>;
}

export function createMfaHandlers(enrolments: EnrolmentService): MfaHandlers {
  return {
    async status(caller) {
      const status = await enrolments.status(caller);
      return status.match(statusReply, refuse);
    },
    async start(caller) {
      const started = await enrolments.start(caller);
      return started.match(
        ({ status, phoneNumberMasked }) =>
          dataReply(201, { status, phone_number_masked: phoneNumberMasked }),
        refuse,
      );
    },
    async verify(caller, { code }) {
      const verified = await enrolments.verify(caller, code);
      return verified.match(statusReply, refuse);
    },
    async remove(caller) {
      const removed = await enrolments.remove(caller);
      return removed.match(statusReply, refuse);
    },
  };
}

/** Specification, "MFA status". */
export function statusReply({ enabled, methods, backupCodesRemaining }: MfaStatus): Reply<200> {
  return dataReply(200, { enabled, methods, backup_codes_remaining: backupCodesRemaining });
}
