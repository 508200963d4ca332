import type { AssuranceLevel } from '@stepward/core';
import type { UserPrincipal } from '../auth/principals.js';

/** The authentication that a resource requires. */
export interface RequiredAuthentication {
  readonly acr: AssuranceLevel;
  /** Whether it must resist phishing. */
  readonly phishingResistant: boolean;
  /** The maximum age of the authentication in seconds; null for any age. */
  readonly maxAge: number | null;
}

/**
 * Seconds that the authorisation server's clock may be ahead, and never more than the maximum age. A time later than
 * that is wrong, for example in milliseconds, and would stay recent for ever.
 */
const CLOCK_TOLERANCE = 300;

/**
 * Whether an authentication is strong and recent enough (RFC 9470 section 3). Without a level it is not strong, and
 * without a time it is not recent.
 */
export function isSufficient(
  user: Pick<UserPrincipal, 'assurance' | 'authenticatedAt' | 'phishingResistant'>,
  { acr, maxAge, phishingResistant }: RequiredAuthentication,
  now: Date,
): boolean {
  const { assurance, authenticatedAt } = user;
  const isResistant = user.phishingResistant || !phishingResistant;
  const isStrong = isResistant && (assurance === acr || assurance === 'aal2');
  if (!isStrong || maxAge === null) return isStrong;
  if (authenticatedAt === null) return false;
  // In whole seconds, as `auth_time` is, and as the authorisation server compares: otherwise it would see a recent
  // authentication where this does not, and the client would be sent back and forth.
  const age = Math.floor((now.getTime() - authenticatedAt.getTime()) / 1000);
  return age >= -Math.min(CLOCK_TOLERANCE, maxAge) && age <= maxAge;
}
