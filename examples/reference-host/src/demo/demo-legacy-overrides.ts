import type { LegacyOverrides } from '@stepward/core';

/** Replaces the older organisation-metadata store of a host: `org_legacy` of `acme` has values there. */
export const demoLegacyOverrides: LegacyOverrides = {
  read: (tenantId, organisationId) =>
    Promise.resolve(
      tenantId === 'acme' && organisationId === 'org_legacy'
        ? { passwordMinLength: 14, mfaEnforcement: 'required' }
        : null,
    ),
};
