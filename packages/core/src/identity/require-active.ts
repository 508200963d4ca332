import { err, ok, type Result } from 'neverthrow';
import type {
  Identity,
  IdentityNotFound,
  IdentityRefused,
  IdentitySuspended,
} from '../records/identity.js';

/** Returns the identity if it exists and is active. */
export function requireActive(identity: Identity | null): Result<Identity, IdentityRefused> {
  if (identity === null) return err({ code: 'identity_unknown' });
  if (identity.state === 'suspended') return err({ code: 'identity_suspended' });
  return ok(identity);
}

/** The same for a person whom the authentication application names. */
export function requireActivePerson(
  identity: Identity | null,
): Result<Identity, IdentityNotFound | IdentitySuspended> {
  return requireActive(identity).mapErr((error) =>
    error.code === 'identity_unknown' ? { code: 'identity_not_found' } : error,
  );
}
