import type { Storage } from '../ports/storage.js';
import { checkArgument, checkArguments } from '../shared/checks/check-arguments.js';
import { isText } from '../shared/checks/check-options.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';

/** The directory of organisations that storage keeps, for hosts that have none. */
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
    async put(tenantId, organisationId) {
      checkArguments('organisations.put', { tenantId });
      const isId = isText(organisationId);
      checkArgument('organisations.put', 'organisationId', isId, 'a string, not empty');
      const scope = organisationScope({ tenantId, organisationId });
      return inUnitOfWork(storage, scope, async (stores) => {
        const { known, overrides, scheduled } = await stores.policies.read(organisationId);
        if (!known) await stores.policies.writeOverrides(organisationId, overrides, scheduled);
      });
    },
  };
}

/** Changes of one organisation run one after the other. In parallel, one could overwrite another. */
export function organisationScope({
  tenantId,
  organisationId,
}: {
  readonly tenantId: string;
  readonly organisationId: string;
}): { readonly tenantId: string; readonly lock: string } {
  return { tenantId, lock: `organisation:${organisationId}` };
}
