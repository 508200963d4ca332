import type { Storage } from '../ports/storage.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import { organisationScope } from './organisation-scope.js';

/** The directory of organisations that storage keeps, for hosts without one of their own. */
export interface OrganisationService {
  /** Registers an organisation; repeating it changes nothing. */
  put(tenantId: string, organisationId: string): Promise<void>;
}

export function createOrganisationService({
  storage,
}: {
  readonly storage: Storage;
}): OrganisationService {
  return {
    put: (tenantId, organisationId) =>
      inUnitOfWork(storage, organisationScope({ tenantId, organisationId }), async (stores) => {
        const { known, overrides } = await stores.policies.read(organisationId);
        if (!known) await stores.policies.writeOverrides(organisationId, overrides);
      }),
  };
}
