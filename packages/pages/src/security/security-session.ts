import type { AssuranceLevel } from '@stepward/core';
import type { PortalSession } from '../portal/portal-session.js';

/** The person who is signed in at the security page. */
export interface SecuritySession extends PortalSession {
  readonly identityId: string;
  /** The session's assurance. Once the person has a second factor, changes need `aal2`; null where you do not track it. */
  readonly assurance: AssuranceLevel | null;
  /** The organisation whose policy limits the factors; null for the tenant's own policy. */
  readonly organisationId: string | null;
}
