import { ok } from 'neverthrow';
import type { Storage } from '../ports/storage.js';
import { valueOf } from '../shared/value-of.js';
import type { Identity } from './identity.js';

/**
 * The directory that storage keeps. A host with a directory of its own passes that to
 * `createStepward`, and `put` then throws: identities are written where they live.
 */
export interface IdentityService {
  /** The identity, or null where the tenant has none by that id. */
  find(tenantId: string, identityId: string): Promise<Identity | null>;
  /** Stores the whole identity, and gives it back. */
  put(tenantId: string, identity: Identity): Promise<Identity>;
}

export function createIdentityService({ storage }: { readonly storage: Storage }): IdentityService {
  return {
    async find(tenantId, identityId) {
      return valueOf(
        await storage.run<Identity | null, never>({ tenantId }, async (stores) =>
          ok(await stores.identities.find(identityId)),
        ),
      );
    },

    async put(tenantId, identity) {
      return valueOf(
        await storage.run<Identity, never>({ tenantId }, async (stores) => {
          await stores.identities.put(identity);
          return ok(identity);
        }),
      );
    },
  };
}
