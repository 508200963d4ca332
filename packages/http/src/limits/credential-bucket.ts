import { createHash } from 'node:crypto';

/**
 * The bucket of a credential, by what it proved: tenant, principal, session. Of the parts nothing can be
 * read from it, and no two lists of parts share one. The token itself is not among them: it can be
 * written in many ways that all verify, and each would begin a bucket anew.
 */
export function credentialBucket(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
