import { err, ok, type Result } from 'neverthrow';
import type { Identity, IdentityRefused } from '../records/identity.js';

/** Returns the identity if it exists and is active. */
export function requireActive(identity: Identity | null): Result<Identity, IdentityRefused> {
  if (identity === null) return err({ code: 'identity_unknown' });
  if (identity.state === 'suspended') return err({ code: 'identity_suspended' });
  return ok(identity);
}
