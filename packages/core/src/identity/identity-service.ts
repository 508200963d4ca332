import { err, ok, type Result } from 'neverthrow';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import { checkIdentity, type IdentityInvalid } from './check-identity.js';
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
   * are void. `identity_invalid` where a field is not what an identity has; nothing is stored then.
   */
  put(tenantId: string, identity: Identity): Promise<Result<Identity, IdentityInvalid>>;
}

export interface IdentityServiceOptions {
  readonly storage: Storage;
  readonly clock: Clock;
}

export function createIdentityService({ storage, clock }: IdentityServiceOptions): IdentityService {
  return {
    find: (tenantId, identityId) =>
      inUnitOfWork(storage, { tenantId }, (stores) => stores.identities.find(identityId)),

    async put(tenantId, identity) {
      const checked = checkIdentity(identity);
      if (checked.isErr()) return err(checked.error);
      const { identityId } = identity;
      return storage.run(identityScope({ tenantId, identityId }), async (stores) => {
        const before = await stores.identities.find(identityId);
        if (before !== null && verifiedPhone(before) !== verifiedPhone(identity)) {
          await stores.codes.voidLive(identityId, clock.now());
        }
        await stores.identities.put(identity);
        return ok(identity);
      });
    },
  };
}
