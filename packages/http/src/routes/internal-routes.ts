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
      path: '/v1/internal/mfa/sms/challenge',
      summary: 'Sends a code for a session to the verified phone of an identity.',
      scope: null,
      body: challengeBody,
      query: null,
      answers: [200],
      refuses: [
        ...ENROLLED,
        'organisation_not_found',
        'factor_not_allowed',
        'phone_not_verified',
        'session_taken',
        ...SENDING,
      ],
      serve: (caller, { body }) => handlers.challenge(caller, body),
    }),
    defineRoute({
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/mfa/sms/verify',
      summary: 'Proves the second factor of a session, given the code.',
      scope: null,
      body: verifyChallengeBody,
      query: null,
      answers: [200],
      refuses: [...ENROLLED, ...CHECKING],
      serve: (caller, { body }) => handlers.verify(caller, body),
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
