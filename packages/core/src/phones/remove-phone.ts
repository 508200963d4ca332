import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import { isEnrolled } from '../factors/authenticator.js';
import { authoriseWrite, type FactorWrite } from '../factors/enrolment/authorise-write.js';

/** The identity has no phone number. */
export interface PhoneNotFound {
  readonly code: 'phone_not_found';
}

/** SMS MFA is enrolled on the number. Remove that first, so that no factor disappears silently. */
export interface PhoneInUse {
  readonly code: 'phone_in_use';
}

/** Decides whether the phone trait may be removed. */
export function removePhone(
  removal: FactorWrite,
): Result<void, AssuranceInsufficient | PhoneNotFound | PhoneInUse> {
  const { identity, record } = removal;
  const authorised = authoriseWrite(removal);
  if (authorised.isErr()) return err(authorised.error);
  if (identity.phone === null) return err({ code: 'phone_not_found' });
  if (isEnrolled(record.authenticators, 'sms')) return err({ code: 'phone_in_use' });
  return ok(undefined);
}
