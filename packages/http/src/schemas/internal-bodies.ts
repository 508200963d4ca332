import { z } from 'zod';
import { isId } from '../id.js';

/** Bodies of the Internal API. Unknown keys are ignored; the tenant is no field of any body. */

const id = z.string().refine(isId, '1 to 255 characters, no control characters');

const assurance = z.enum(['aal1', 'aal2']);

/**
 * `POST /v1/internal/mfa/{factor}/challenge`. `locale` is a BCP 47 tag (RFC 5646 section 4.4.1 asks for room
 * for 35 characters); left out or null, the message is in the identity's own language. `organisation_id` is
 * the organisation that the session or its consent is for; left out or null, the tenant alone decides.
 */
export const challengeBody = z.object({
  identity_id: id,
  session_id: id,
  locale: z.string().max(35).nullish(),
  organisation_id: id.nullish(),
});

/**
 * `POST /v1/internal/mfa/{factor}/verify`. What `code` holds is judged by the service, as on the Account API.
 * `identity_id` and `organisation_id` are for the factors without a challenge, which would tell both.
 */
export const verifyChallengeBody = z.object({
  session_id: id,
  code: z.unknown().optional(),
  identity_id: id.optional(),
  organisation_id: id.nullish(),
});

/**
 * `POST /v1/internal/step-up/decide`. `member_since` is an ISO 8601 time with an offset; left out or null, no
 * grace period is left. `risk` is `unknown` by default. Without `consent` nothing is asked of a session.
 */
export const decideBody = z.object({
  identity_id: id,
  session: z.object({ assurance, organisation_id: id.nullish() }),
  consent: z
    .object({ required_assurance: assurance.nullish(), organisation_id: id.nullish() })
    .nullish(),
  member_since: z.iso.datetime({ offset: true }).nullish(),
  risk: z.enum(['low', 'high', 'unknown']).nullish(),
});

export type DecideBody = z.output<typeof decideBody>;
export type ChallengeBody = z.output<typeof challengeBody>;
export type VerifyChallengeBody = z.output<typeof verifyChallengeBody>;
