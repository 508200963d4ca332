import { identityScope } from '../../identity/identity-scope.js';

/** One challenge: a session of an identity. */
export interface ChallengedSession {
  readonly tenantId: string;
  readonly identityId: string;
  readonly sessionId: string;
}

/**
 * The scope of what is decided about a challenge: alone with the identity, whose budgets it draws on,
 * and with the session, so that two identities never challenge it at once.
 */
export function sessionScope(session: ChallengedSession): {
  readonly tenantId: string;
  readonly lock: readonly string[];
} {
  const { tenantId, lock } = identityScope(session);
  return { tenantId, lock: [lock, `session:${session.sessionId}`] };
}
