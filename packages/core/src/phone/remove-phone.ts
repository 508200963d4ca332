import { err, ok, type Result } from 'neverthrow';
import type { Identity } from '../identity/identity.js';
import type { CodeRecord } from '../one-time-code/code-record.js';

/** The identity has no phone number. */
export interface PhoneNotFound {
  readonly code: 'phone_not_found';
}

/** SMS MFA is enrolled on the number; remove that first, so that no factor vanishes silently. */
export interface PhoneInUse {
  readonly code: 'phone_in_use';
}

/** Whether the phone trait may go. */
export function removePhone(
  identity: Identity,
  record: CodeRecord,
): Result<void, PhoneNotFound | PhoneInUse> {
  if (identity.phone === null) return err({ code: 'phone_not_found' });
  if (record.enrolledAt !== null) return err({ code: 'phone_in_use' });
  return ok(undefined);
}
