import type { PersonRecord, ShownPass, Stepward } from '@stepward/core';
import { PASS_FIELDS, RESET_FIELDS } from '@stepward/core/adapter';
import { KEPT_FACTORS } from '@stepward/core/factors';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { authenticator, authenticatorBody, STATUS, statusBody } from '../parts/account-mfa.js';
import { idFilter, idLike, moment, text, time } from '../parts/fields.js';
import { bodyOfFields } from '../parts/record-schemas.js';

const PERSON = '/v1/customer/identities/:identityId';

const params = { identityId: idLike('usr_7f3a') };

/** What `deadline` is computed by. */
const query = z.object({ organisation_id: idFilter, member_since: moment });

const personRecord = z.object({
  data: z
    .object({
      identity_id: text('usr_7f3a'),
      ...STATUS,
      authenticators: z.array(authenticator).readonly(),
      guesses: z
        .object({ remaining: z.int().min(0), resets_at: time.nullable() })
        .meta({ title: 'GuessesLeft' }),
      suspended: z.array(z.enum(KEPT_FACTORS)).readonly(),
      deadline: time.nullable(),
      temporary_pass: z
        .object({ expires_at: time })
        .meta({ title: 'LiveTemporaryPass' })
        .nullable(),
    })
    .meta({ title: 'PersonMfa' }),
});

const shownPass = z.object({
  data: z
    .object({ pass: text('7KQ4-M2XW-9H3T-V6CE'), expires_at: time })
    .meta({ title: 'TemporaryPass' }),
});

const HELP = ['assurance_insufficient', 'self_refused', 'identity_not_found'] as const;

/** The help of administrators for people who have lost a factor. */
export function peopleOperations({ people }: Pick<Stepward, 'people'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'getIdentityMfa',
      api: 'customer',
      method: 'GET',
      path: `${PERSON}/mfa`,
      summary: "Returns a person's second factors, and what limits them.",
      scope: 'identities:read',
      params,
      query,
      answers: { 200: personRecord },
      refuses: ['assurance_insufficient', 'identity_not_found', 'organisation_not_found'],
      async serve(caller, { params: { identityId }, query: asked }) {
        const seen = await people.see(caller, identityId, contextOf(asked));
        return seen.match(recordReply, refuse);
      },
    }),
    defineOperation({
      id: 'resetIdentityMfa',
      api: 'customer',
      method: 'POST',
      path: `${PERSON}/mfa/reset`,
      summary:
        'Removes second factors of a person, all of them by default, voids live codes and ends sessions.',
      scope: 'identities:write',
      params,
      query,
      body: bodyOfFields(RESET_FIELDS, {
        title: 'MfaReset',
        required: ['reason'],
        example: { reason: 'lost her phone' },
      }),
      answers: { 200: personRecord },
      refuses: [...HELP, 'help_invalid', 'organisation_not_found', 'sessions_unavailable'],
      async serve(caller, { params: { identityId }, query: asked, body }) {
        const reset = await people.reset(caller, identityId, body, contextOf(asked));
        return reset.match(recordReply, refuse);
      },
    }),
    defineOperation({
      id: 'createTemporaryPass',
      api: 'customer',
      method: 'POST',
      path: `${PERSON}/temporary-pass`,
      summary: 'Gives a person a pass for one step-up, and shows it only once.',
      scope: 'identities:write',
      params,
      body: bodyOfFields(PASS_FIELDS, {
        title: 'NewTemporaryPass',
        required: ['reason'],
        example: { reason: 'lost her phone', lifetime_minutes: 30 },
      }),
      answers: { 201: shownPass },
      refuses: [...HELP, 'help_invalid', 'identity_suspended'],
      showsSecret: true,
      async serve(caller, { params: { identityId }, body }) {
        const given = await people.givePass(caller, identityId, body);
        return given.match(passReply, refuse);
      },
    }),
    defineOperation({
      id: 'withdrawTemporaryPass',
      api: 'customer',
      method: 'DELETE',
      path: `${PERSON}/temporary-pass`,
      summary: "Withdraws a person's temporary pass.",
      scope: 'identities:write',
      params,
      query,
      answers: { 200: personRecord },
      refuses: [...HELP, 'organisation_not_found', 'temporary_pass_not_found'],
      async serve(caller, { params: { identityId }, query: asked }) {
        const withdrawn = await people.withdrawPass(caller, identityId, contextOf(asked));
        return withdrawn.match(recordReply, refuse);
      },
    }),
  ];
}

function contextOf({ organisation_id, member_since }: z.output<typeof query>) {
  return { organisationId: organisation_id, memberSince: member_since };
}

function recordReply(person: PersonRecord) {
  const { identityId, authenticators, guesses, suspended, deadline, temporaryPass } = person;
  const data = {
    identity_id: identityId,
    ...statusBody(person),
    authenticators: authenticators.map(authenticatorBody),
    guesses: { remaining: guesses.remaining, resets_at: guesses.resetsAt },
    suspended,
    deadline,
    temporary_pass: temporaryPass && { expires_at: temporaryPass.expiresAt },
  };
  return reply(200, { data });
}

function passReply({ pass, expiresAt }: ShownPass) {
  return reply(201, { data: { pass: pass.reveal(), expires_at: expiresAt } });
}
