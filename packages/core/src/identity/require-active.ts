import { err, ok, type Result } from 'neverthrow';
import type { Identity, IdentityRefused } from './identity.js';

/** The identity, where there is one and it is active. */
export function requireActive(identity: Identity | null): Result<Identity, IdentityRefused> {
  if (identity === null) return err({ code: 'identity_unknown' });
  if (identity.state === 'suspended') return err({ code: 'identity_suspended' });
  return ok(identity);
}
