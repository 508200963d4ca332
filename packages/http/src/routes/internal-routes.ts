import type { Stepward } from '@stepward/core';
import { createStepUpHandlers } from '../handlers/step-up-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { challengeBody, decideBody, verifyChallengeBody } from '../schemas/internal-bodies.js';
import { CHECKING, SENDING } from './code-refusals.js';

export type InternalServices = Pick<Stepward, 'stepUp' | 'tenants'>;

/** Step-up is for an identity that is there and has SMS. */
const ENROLLED = ['identity_not_found', 'identity_suspended', 'sms_not_enrolled'] as const;

/** The operations of the hosted authentication application (specification, "Internal API"). */
export function internalRoutes({ stepUp }: InternalServices): readonly AnyRoute[] {
  const handlers = createStepUpHandlers(stepUp);

  return [
    defineRoute({
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/mfa/:factor/challenge',
      summary:
        'Sends what the person of a session answers to: for `sms` a code to the verified phone.',
      scope: null,
      body: challengeBody,
      query: null,
      answers: [200],
      refuses: [
        ...ENROLLED,
        'factor_unknown',
        'nothing_to_send',
        'organisation_not_found',
        'factor_not_allowed',
        'phone_not_verified',
        'session_taken',
        ...SENDING,
      ],
      serve: (caller, { params, body }) => handlers.challenge(caller, params.factor, body),
    }),
    defineRoute({
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/mfa/:factor/verify',
      summary: 'Proves the second factor of a session, given the code.',
      scope: null,
      body: verifyChallengeBody,
      query: null,
      answers: [200],
      refuses: [
        ...ENROLLED,
        'factor_unknown',
        'factor_not_allowed',
        'factor_not_enrolled',
        'identity_missing',
        'organisation_not_found',
        ...CHECKING,
      ],
      serve: (caller, { params, body }) => handlers.verify(caller, params.factor, body),
    }),
    defineRoute({
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/step-up/decide',
      summary:
        'Decides what a session needs during consent: nothing, a challenge, an enrolment, or a block.',
      scope: null,
      body: decideBody,
      query: null,
      answers: [200],
      refuses: ['identity_not_found', 'identity_suspended', 'organisation_not_found'],
      serve: (caller, { body }) => handlers.decide(caller, body),
    }),
  ];
}
