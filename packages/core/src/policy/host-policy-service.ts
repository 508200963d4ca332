import type { LegacyOverrides } from '../ports/legacy-overrides.js';
import type { OrganisationDirectory } from '../ports/organisation-directory.js';
import type { HostKnowledge, OrganisationRef } from './host-knowledge.js';
import { readLegacyValues } from './read-legacy-values.js';

/** Asks the host's own stores about organisations. */
export interface HostPolicyService {
  /** Call it before a unit of work, because the host's stores may need a connection of their own. */
  ask(organisation: OrganisationRef): Promise<HostKnowledge>;
}

export interface HostPolicyServiceOptions {
  /** The host's own directory; null where storage keeps it. */
  readonly organisations: OrganisationDirectory | null;
  readonly legacyOverrides: LegacyOverrides;
}

export function createHostPolicyService({
  organisations,
  legacyOverrides,
}: HostPolicyServiceOptions): HostPolicyService {
  return {
    async ask({ tenantId, organisationId }) {
      const organisation = { tenantId, organisationId };
      if (organisations?.isId?.(organisationId) === false) {
        return { ...organisation, exists: false, legacy: readLegacyValues(null) };
      }
      const legacy = readLegacyValues(await legacyOverrides.read(tenantId, organisationId));
      const exists =
        organisations === null ? null : await organisations.exists(tenantId, organisationId);
      return { ...organisation, exists, legacy };
    },
  };
}
