import {
  FACTOR_NAMES,
  type CallerClient,
  type Stepward,
  type StepUpDecision,
} from '@stepward/core';
import { addressBucket, OPERATION_FIELDS, UNKNOWN_ADDRESS } from '@stepward/core/adapter';
import { SMS_VERIFY_PAGE, STEP_UP_FACTORS } from '@stepward/core/factors';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { CHECKING, SENDING } from '../parts/code-refusals.js';
import { idLike, maskedPhone, text, typedCode } from '../parts/fields.js';
import { bodyOfFields } from '../parts/record-schemas.js';
import { authenticationResponse, requestOptions } from '../parts/webauthn-fields.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const IDENTITY = ['identity_not_found', 'identity_suspended'] as const;

/** Any string is passed to the service, which answers `factor_unknown` for an unknown factor. */
const params = { factor: z.string().meta({ enum: [...STEP_UP_FACTORS] }) };

const identityId = idLike('usr_7f3a');
const sessionId = idLike('ses_91b2');
const organisationId = idLike('org_1c9e');

/** The service validates it, and answers `operation_invalid`. */
const operation = bodyOfFields(OPERATION_FIELDS, {
  title: 'Operation',
  required: ['id', 'text', 'data'],
  example: {
    id: 'payment_81',
    text: 'Pay 120.00 EUR to Miller Ltd',
    data: { amount: '120.00', currency: 'EUR', payee: 'Miller Ltd' },
  },
}).nullish();

const assurance = z.enum(['aal1', 'aal2']);

/** The person's client, for the logs, and for the fraud guard its address. */
const clientFields = {
  // A port behind the address is ignored.
  client_address: z
    .string()
    .max(53)
    .refine((address) => addressBucket(address) !== UNKNOWN_ADDRESS, 'not an IP address')
    .meta({ examples: ['192.0.2.1'] })
    .nullish(),
  // The logs have its first 256 characters.
  user_agent: z
    .string()
    .max(4096)
    .meta({ examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0)'] })
    .nullish(),
};

function clientIn(body: z.output<z.ZodObject<typeof clientFields>>): Required<CallerClient> {
  return { clientAddress: body.client_address ?? null, userAgent: body.user_agent ?? null };
}

/** Without `member_since` the person has not joined again. */
const LONG_AGO = 0;

/**
 * Step-up, for the hosted authentication application (specification, "Internal API"). Its answers are not wrapped
 * in `data`.
 */
export function stepUpOperations({ stepUp }: Pick<Stepward, 'stepUp'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'challengeSession',
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/mfa/:factor/challenge',
      summary:
        'Challenges the person of a session: `sms` sends a code, `webauthn` answers with options for the browser.',
      scope: null,
      params,
      body: z.object({
        identity_id: identityId,
        session_id: sessionId,
        // RFC 5646 section 4.4.1 requires room for 35 characters. By default the identity's language.
        locale: z
          .string()
          .max(35)
          .meta({ examples: ['en'] })
          .nullish(),
        // The organisation that the session or its consent is for; by default the tenant alone decides.
        organisation_id: organisationId.nullish(),
        ...clientFields,
        // What the person approves; its text is in the message.
        operation,
      }),
      // A challenge has no URL, so no resource is created for the caller.
      answers: {
        200: z.union([
          z.object({ phone_number_masked: maskedPhone }),
          z.object({ options: requestOptions }),
        ]),
      },
      refuses: [
        ...IDENTITY,
        'sms_not_enrolled',
        'factor_not_enrolled',
        'factor_suspended',
        'factor_unknown',
        'nothing_to_send',
        'organisation_not_found',
        'factor_not_allowed',
        'phone_not_verified',
        'session_taken',
        'operation_invalid',
        ...SENDING,
      ],
      async serve({ tenantId }, { params: { factor }, body }) {
        const issued = await stepUp.challenge({
          tenantId,
          factor,
          identityId: body.identity_id,
          sessionId: body.session_id,
          locale: body.locale ?? null,
          organisationId: body.organisation_id ?? null,
          ...clientIn(body),
          operation: body.operation ?? null,
        });
        return issued.match(
          ({ sentTo, options }) =>
            options === undefined
              ? reply(200, { phone_number_masked: sentTo ?? '' })
              : reply(200, { options }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'verifySession',
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/mfa/:factor/verify',
      summary: "Proves the second factor of a session, given the code or the browser's response.",
      scope: null,
      params,
      body: z
        .object({
          session_id: sessionId,
          code: typedCode,
          // In place of the code for `webauthn`.
          response: authenticationResponse,
          // These two are for factors without a challenge, which would determine both. If a challenge belongs to
          // another person than `identity_id`, nothing is pending.
          identity_id: identityId.optional(),
          organisation_id: organisationId.nullish(),
          ...clientFields,
          // As in the challenge: the answer to another one is wrong.
          operation,
        })
        .meta({ required: ['session_id'] }),
      // A wrong code is an error, never `verified: false`.
      answers: {
        200: z.object({
          verified: z.literal(true),
          // Of a temporary pass: what alone the session is for.
          purpose: z.literal('enrolment').optional(),
          // Where an operation was approved: lets it be done once, within 5 minutes.
          grant: text('q1b0m3vX9dTz5Jw_8aKc2LrYh4nEoFsUi7gPtB6xQ-M').optional(),
        }),
      },
      refuses: [
        ...IDENTITY,
        'sms_not_enrolled',
        'factor_suspended',
        'factor_unknown',
        'factor_not_allowed',
        'factor_not_enrolled',
        'identity_missing',
        'organisation_not_found',
        'operation_invalid',
        ...CHECKING,
      ],
      async serve({ tenantId }, { params: { factor }, body }) {
        const { session_id: sessionId, identity_id: identityId = null } = body;
        const { organisation_id: organisationId = null, operation: approved = null } = body;
        const session = {
          ...{ tenantId, sessionId, factor, identityId, organisationId },
          operation: approved,
        };
        const answer = factor === 'webauthn' ? body.response : body.code;
        const verified = await stepUp.verify({ ...session, ...clientIn(body) }, answer);
        return verified.match(
          ({ purpose, grant }) =>
            reply(200, {
              verified: true,
              ...(purpose !== undefined && { purpose }),
              ...(grant !== undefined && { grant: grant.reveal() }),
            }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'decideStepUp',
      api: 'internal',
      method: 'POST',
      path: '/v1/internal/step-up/decide',
      summary:
        'Decides what a session needs during consent: nothing, a challenge, an enrolment, or a block.',
      scope: null,
      params: {},
      body: z.object({
        identity_id: identityId,
        session: z.object({ assurance, organisation_id: organisationId.nullish() }),
        // Without it the decision is `nothing`.
        consent: z
          .object({
            required_assurance: assurance.nullish(),
            organisation_id: organisationId.nullish(),
          })
          .nullish(),
        // When the person joined. The grace period begins at the first decision that finds that a factor is due, and again
        // for a person who joined more than 90 days after the last one.
        member_since: z.iso
          .datetime({ offset: true })
          .meta({ examples: ['2025-06-01T00:00:00Z'] })
          .nullish(),
        risk: z.enum(['low', 'high', 'unknown']).nullish(),
      }),
      answers: { 200: decision },
      refuses: [...IDENTITY, 'organisation_not_found'],
      async serve({ tenantId }, { body }) {
        const { identity_id: identityId, session, consent = null } = body;
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
        return decided.match((made) => reply(200, decisionBody(made)), refuse);
      },
    }),
  ];
}

const decision = z.discriminatedUnion('decision', [
  z.object({ decision: z.enum(['nothing', 'deny']) }),
  z.object({
    decision: z.literal('challenge'),
    factor: z.enum(FACTOR_NAMES),
    // The page for SMS; the application asks for other factors itself.
    page: z.literal(SMS_VERIFY_PAGE).optional(),
  }),
  z.object({ decision: z.literal('enrol'), skippable: z.boolean() }),
]);

function decisionBody(made: StepUpDecision): z.input<typeof decision> {
  switch (made.type) {
    case 'nothing':
    case 'deny':
      return { decision: made.type };
    case 'challenge': {
      const { type, factor, page } = made;
      return { decision: type, factor, ...(page !== null && { page: SMS_VERIFY_PAGE }) };
    }
    case 'enrol':
      return { decision: made.type, skippable: made.skippable };
  }
}
