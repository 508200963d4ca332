import { err, ok, type Result } from 'neverthrow';
import type { EventRecorder } from '../events/event-recorder-service.js';
import type { Clock } from '../ports/clock.js';
import type { Storage } from '../ports/storage.js';
import type { CodesOf } from '../ports/stores.js';
import { checkObjects, checkStrings, checkTenantId } from '../shared/check-arguments.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import { checkIdentity, type IdentityInvalid } from './check-identity.js';
import { verifiedPhone, type Identity } from './identity.js';
import { identityScope } from './identity-scope.js';
import { userUpdated } from './user-updated.js';

/**
 * The directory in storage. A host with its own directory passes it to `createStepward`, and `put` then throws:
 * write identities to that directory.
 */
export interface IdentityService {
  /** The identity, or null if the tenant has none with that id. */
  find(tenantId: string, identityId: string): Promise<Identity | null>;
  /**
   * Stores the whole identity, and returns it. Live codes for enrolment and step-up become void if the number
   * changes, and withdrawn if the identity is suspended. A changed phone number emits `user.updated`. Returns
   * `identity_invalid` and stores nothing if a field is invalid.
   */
  put(tenantId: string, identity: Identity): Promise<Result<Identity, IdentityInvalid>>;
  /**
   * Withdraws the live codes for enrolment and step-up. A host with its own directory calls it when it suspends a
   * person; `put` does so automatically.
   */
  withdrawCodes(tenantId: string, identityId: string): Promise<void>;
}

export interface IdentityServiceOptions {
  readonly storage: Storage;
  readonly events: EventRecorder;
  readonly clock: Clock;
}

export function createIdentityService({
  storage,
  events,
  clock,
}: IdentityServiceOptions): IdentityService {
  return {
    async find(tenantId, identityId) {
      checkTenantId('identities.find', tenantId);
      checkStrings('identities.find', { identityId });
      return inUnitOfWork(storage, { tenantId }, (stores) => stores.identities.find(identityId));
    },

    async put(tenantId, identity) {
      checkTenantId('identities.put', tenantId);
      checkObjects('identities.put', { identity });
      const checked = checkIdentity(identity);
      if (checked.isErr()) return err(checked.error);
      const { identityId } = identity;
      return storage.run(identityScope({ tenantId, identityId }), async (stores) => {
        const before = await stores.identities.find(identityId);
        const ended = before === null ? null : endedCodes(before, identity);
        if (ended !== null) await stores.codes.voidLive(ended.codes, ended.end, clock.now());
        await stores.identities.put(identity);
        if (before !== null && phoneDiffers(before, identity)) {
          await events.record(stores, userUpdated(tenantId, identityId, clock.now()));
        }
        return ok(identity);
      });
    },

    async withdrawCodes(tenantId, identityId) {
      checkTenantId('identities.withdrawCodes', tenantId);
      checkStrings('identities.withdrawCodes', { identityId });
      return inUnitOfWork(storage, identityScope({ tenantId, identityId }), (stores) =>
        stores.codes.voidLive({ identityId, factor: null }, 'withdrawn', clock.now()),
      );
    },
  };
}

/**
 * Returns which live codes a change of an identity ends, and how; null for none. A suspension ends those of all
 * factors.
 */
function endedCodes(
  before: Identity,
  after: Identity,
): { readonly codes: CodesOf; readonly end: 'void' | 'withdrawn' } | null {
  const { identityId } = after;
  if (before.state === 'active' && after.state === 'suspended') {
    return { codes: { identityId, factor: null }, end: 'withdrawn' };
  }
  const isMoved = verifiedPhone(before) !== verifiedPhone(after);
  return isMoved ? { codes: { identityId, factor: 'sms' }, end: 'void' } : null;
}

function phoneDiffers({ phone: before }: Identity, { phone: after }: Identity): boolean {
  return before?.number !== after?.number || before?.verified !== after?.verified;
}
