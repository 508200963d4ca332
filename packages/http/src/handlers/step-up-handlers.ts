import type { StepUpService } from '@stepward/core';
import type { InternalCaller } from '../api.js';
import { refuse, type RefusalOf } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { ChallengeBody, VerifyChallengeBody } from '../schemas/internal-bodies.js';

/** The handlers below `/v1/internal/mfa/sms`. Their bodies are not wrapped (DECISIONS, "Challenge body"). */
export interface StepUpHandlers {
  /** 200 with `phone_number_masked`: a challenge has no address of its own, so nothing is created for the caller. */
  challenge(
    caller: InternalCaller,
    body: ChallengeBody,
  ): Promise<Reply<200> | RefusalOf<StepUpService['challenge']>>;
  /** 200 with `verified` true; a code that is not right is an error, never `verified` false. */
  verify(
    caller: InternalCaller,
    body: VerifyChallengeBody,
  ): Promise<Reply<200> | RefusalOf<StepUpService['verify']>>;
}

export function createStepUpHandlers(stepUp: StepUpService): StepUpHandlers {
  return {
    async challenge({ tenantId }, { identity_id: identityId, session_id: sessionId, locale }) {
      const session = { tenantId, identityId, sessionId };
      const issued = await stepUp.challenge({ ...session, locale: locale ?? null });
      return issued.match(
        ({ phoneNumberMasked }) => ({
          status: 200,
          body: { phone_number_masked: phoneNumberMasked },
        }),
        refuse,
      );
    },
    async verify({ tenantId }, { session_id: sessionId, code }) {
      const verified = await stepUp.verify({ tenantId, sessionId }, code);
      return verified.match(() => ({ status: 200, body: { verified: true } }), refuse);
    },
  };
}
