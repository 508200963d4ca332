import type { StepUpService } from '@stepward/core';
import type { StepUpDecision } from '@stepward/core/factors';
import type { InternalCaller } from '../api.js';
import { refuse, type RefusalOf } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { ChallengeBody, DecideBody, VerifyChallengeBody } from '../schemas/internal-bodies.js';

/** The handlers below `/v1/internal`. Their answers are not wrapped in `data`. */
export interface StepUpHandlers {
  /** 200 with `phone_number_masked`: a challenge has no address of its own, so nothing is created for the caller. */
  challenge(
    caller: InternalCaller,
    factor: string,
    body: ChallengeBody,
  ): Promise<Reply<200> | RefusalOf<StepUpService['challenge']>>;
  /** 200 with `verified` true; a code that is not right is an error, never `verified` false. */
  verify(
    caller: InternalCaller,
    factor: string,
    body: VerifyChallengeBody,
  ): Promise<Reply<200> | RefusalOf<StepUpService['verify']>>;
  /** 200 with `decision`; `factor` and, for SMS, `page` with a challenge; `skippable` with an enrolment. */
  decide(
    caller: InternalCaller,
    body: DecideBody,
  ): Promise<Reply<200> | RefusalOf<StepUpService['decide']>>;
}

export function createStepUpHandlers(stepUp: StepUpService): StepUpHandlers {
  return {
    async challenge({ tenantId }, factor, body) {
      const issued = await stepUp.challenge({
        tenantId,
        factor,
        identityId: body.identity_id,
        sessionId: body.session_id,
        locale: body.locale ?? null,
        organisationId: body.organisation_id ?? null,
      });
      return issued.match(
        ({ sentTo }) => ({ status: 200, body: { phone_number_masked: sentTo } }),
        refuse,
      );
    },
    async verify({ tenantId }, factor, body) {
      const { session_id: sessionId, identity_id: identityId = null, code } = body;
      const organisationId = body.organisation_id ?? null;
      const answering = { tenantId, sessionId, factor, identityId, organisationId };
      const verified = await stepUp.verify(answering, code);
      return verified.match(() => ({ status: 200, body: { verified: true } }), refuse);
    },
    async decide({ tenantId }, { identity_id: identityId, session, consent = null, ...body }) {
      const decided = await stepUp.decide({
        tenantId,
        identityId,
        session: {
          assurance: session.assurance,
          organisationId: session.organisation_id ?? null,
        },
        consent: consent && {
          requiredAssurance: consent.required_assurance ?? null,
          organisationId: consent.organisation_id ?? null,
        },
        memberSince: new Date(body.member_since ?? LONG_AGO),
        risk: body.risk ?? 'unknown',
      });
      return decided.match((decision) => ({ status: 200, body: decisionBody(decision) }), refuse);
    },
  };
}

/** Where nobody says since when somebody is a member, no grace period is left. */
const LONG_AGO = 0;

function decisionBody(decision: StepUpDecision): object {
  switch (decision.type) {
    case 'nothing':
    case 'deny':
      return { decision: decision.type };
    case 'challenge': {
      const { type, factor, page } = decision;
      return { decision: type, factor, ...(page !== null && { page }) };
    }
    case 'enrol':
      return { decision: decision.type, skippable: decision.skippable };
  }
}
