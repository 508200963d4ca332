import { ok } from 'neverthrow';
import type { Storage } from '../ports/storage.js';
import { valueOf } from '../shared/value-of.js';

/** The directory of organisations that storage keeps, for hosts without one of their own. */
export interface OrganisationService {
  /** Makes an organisation known; doing it again changes nothing. */
  put(tenantId: string, organisationId: string): Promise<void>;
}

export function createOrganisationService({
  storage,
}: {
  readonly storage: Storage;
}): OrganisationService {
  return {
    async put(tenantId, organisationId) {
      const stored = await storage.run<string, never>({ tenantId }, async (stores) => {
        await stores.organisations.put(organisationId);
        return ok(organisationId);
      });
      valueOf(stored);
    },
  };
}
