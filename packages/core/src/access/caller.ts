import type { AssuranceLevel } from './assurance.js';

/**
 * The end user on whose behalf an account operation runs. Every field comes from a verified source (an access
 * token, the host's own session), never from a request body.
 */
export interface AccountCaller {
  readonly tenantId: string;
  readonly identityId: string;
  /** The session's assurance; null where the host does not track it. */
  readonly assurance: AssuranceLevel | null;
  /** The address of the client, for the fraud guard of SMS; null, the default, where it is not known. */
  readonly clientAddress?: string | null;
}
