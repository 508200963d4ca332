import type { AssuranceLevel } from '@stepward/core';
import { isOneOf, isText, required } from '@stepward/core/adapter';
import {
  portalSessionRules,
  type PortalSession,
  type PortalSessionShape,
} from '../portal/portal-session.js';

/** The person who is signed in at the security page. */
export interface SecuritySession extends PortalSession {
  readonly identityId: string;
  /** The session's assurance. Once the person has a second factor, changes need `aal2`; null where you do not track it. */
  readonly assurance: AssuranceLevel | null;
  /** The policy of this organisation limits the factors; null for the tenant's own policy. */
  readonly organisationId: string | null;
}

export const securitySession: PortalSessionShape<SecuritySession> = {
  rules: {
    ...portalSessionRules,
    identityId: required('a text', isText),
    assurance: required("'aal1', 'aal2' or null", isOneOf('aal1', 'aal2', null)),
    organisationId: required('a text or null', isTextOrNull),
  },
  pick: ({ tenantId, sessionId, identityId, assurance, organisationId }) => ({
    ...{ tenantId, sessionId, identityId },
    ...{ assurance, organisationId },
  }),
  namesOf: ({ tenantId, identityId }) => ({ person: identityId, account: tenantId }),
};

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
