import { z } from 'zod';
import { isId } from '../id.js';

/** Bodies of the Internal API. Unknown keys are ignored; the tenant is no field of any body. */

const id = z.string().refine(isId, '1 to 255 characters, no control characters');

/**
 * `POST /v1/internal/mfa/sms/challenge`. `locale` is a BCP 47 tag (RFC 5646 section 4.4.1 asks for room
 * for 35 characters); left out or null, the message is in the identity's own language.
 */
export const challengeBody = z.object({
  identity_id: id,
  session_id: id,
  locale: z.string().max(35).nullish(),
});

/** `POST /v1/internal/mfa/sms/verify`. What `code` holds is judged by the service, as on the Account API. */
export const verifyChallengeBody = z.object({ session_id: id, code: z.unknown().optional() });

export type ChallengeBody = z.output<typeof challengeBody>;
export type VerifyChallengeBody = z.output<typeof verifyChallengeBody>;
