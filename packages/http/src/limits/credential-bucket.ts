import { hash } from 'node:crypto';

/**
 * Returns the bucket of a credential: a hash of what the credential proved, which is tenant, principal and
 * session. The token is not part of it, because one token can be written in many ways that all verify, and
 * each would have its own bucket.
 */
export function credentialBucket(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
