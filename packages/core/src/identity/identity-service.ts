import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import { verifiedPhone, type Identity } from './identity.js';
import { identityScope } from './identity-scope.js';

/**
 * The directory that storage keeps. A host with a directory of its own passes that to
 * `createStepward`, and `put` then throws: identities are written where they live.
 */
export interface IdentityService {
  /** The identity, or null where the tenant has none by that id. */
  find(tenantId: string, identityId: string): Promise<Identity | null>;
  /**
   * Stores the whole identity, and gives it back. Where its number changes, codes that went to the old one
   * are void.
   */
  put(tenantId: string, identity: Identity): Promise<Identity>;
}

export interface IdentityServiceOptions {
  readonly storage: Storage;
  readonly clock: Clock;
}

export function createIdentityService({ storage, clock }: IdentityServiceOptions): IdentityService {
  return {
    find: (tenantId, identityId) =>
      inUnitOfWork(storage, { tenantId }, (stores) => stores.identities.find(identityId)),

    put(tenantId, identity) {
      const { identityId } = identity;
      return inUnitOfWork(storage, identityScope({ tenantId, identityId }), async (stores) => {
        const before = await stores.identities.find(identityId);
        if (before !== null && verifiedPhone(before) !== verifiedPhone(identity)) {
          await stores.codes.voidLive(identityId, clock.now());
        }
        await stores.identities.put(identity);
        return identity;
      });
    },
  };
}
