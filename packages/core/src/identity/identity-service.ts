import { err, ok, type Result } from 'neverthrow';
import { recordEvent, type EventWiring } from '../events/event-recorder-service.js';
import type { Storage } from '../ports/storage.js';
import type { EndedCodes } from '../ports/decision.js';
import { checkArguments } from '../shared/checks/check-arguments.js';
import { decideAlways, readFacts } from './facts-service.js';
import { checkIdentity, type IdentityInvalid } from './check-identity.js';
import { verifiedPhone, type Identity } from '../records/identity.js';
import { ANY_RECORD, identityScope } from './identity-scope.js';
import { phoneChanged } from './phone-changed.js';
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
   * changes, and withdrawn if the identity is suspended; all trusted devices end in both cases. A changed phone number emits `user.updated`. Returns
   * `identity_invalid` and stores nothing if a field is invalid.
   */
  put(tenantId: string, identity: Identity): Promise<Result<Identity, IdentityInvalid>>;
  /**
   * Withdraws the live codes for enrolment and step-up, and ends all trusted devices. A host with its own directory calls it
   * when it suspends a person; `put` does so automatically.
   */
  withdrawCodes(tenantId: string, identityId: string): Promise<void>;
}

export interface IdentityWiring extends EventWiring {
  readonly storage: Storage;
  /** Whether storage keeps the identities. */
  readonly ownsDirectory: boolean;
}

export function createIdentityService(wiring: IdentityWiring): IdentityService {
  const { storage, clock, ownsDirectory } = wiring;
  return {
    async find(tenantId, identityId) {
      checkArguments('identities.find', { tenantId, identityId });
      const { identity } = await readFacts(storage, { tenantId, identityId, ...ANY_RECORD });
      return identity;
    },

    async put(tenantId, identity) {
      checkArguments('identities.put', { tenantId, identity });
      if (!ownsDirectory) throw new TypeError("identities are kept by the host's directory");
      return putIdentity(wiring, tenantId, identity);
    },

    async withdrawCodes(tenantId, identityId) {
      checkArguments('identities.withdrawCodes', { tenantId, identityId });
      const scope = { tenantId, identityId, ...ANY_RECORD };
      await decideAlways(storage, scope, ({ record }) => {
        const ended = { factor: null, end: 'withdrawn', now: clock.now() } as const;
        return { outcome: null, record, ended, trustedDevices: [] };
      });
    },
  };
}

async function putIdentity(
  wiring: IdentityWiring,
  tenantId: string,
  identity: Identity,
): Promise<Result<Identity, IdentityInvalid>> {
  const checked = checkIdentity(identity);
  if (checked.isErr()) return err(checked.error);
  const { identityId } = identity;
  const now = wiring.clock.now();
  return wiring.storage.run(identityScope({ tenantId, identityId }), async (stores) => {
    const before = await stores.identities.find(identityId);
    const ended = before === null ? null : endedCodes(before, identity, now);
    await stores.identities.put(identity, ended);
    if (before !== null && phoneDiffers(before, identity)) {
      await recordEvent(wiring, stores, userUpdated(tenantId, identityId, now));
    }
    if (before !== null && isMoved(before, identity)) {
      const isVerified = verifiedPhone(identity) !== null;
      await recordEvent(wiring, stores, phoneChanged(tenantId, identityId, isVerified, now));
    }
    return ok(identity);
  });
}

/**
 * Returns which live codes a change of an identity ends, and how; null for none. A suspension ends those of all
 * factors.
 */
function endedCodes(before: Identity, after: Identity, now: Date): EndedCodes | null {
  if (before.state === 'active' && after.state === 'suspended') {
    return { factor: null, end: 'withdrawn', now };
  }
  return isMoved(before, after) ? { factor: 'sms', end: 'void', now } : null;
}

function isMoved(before: Identity, after: Identity): boolean {
  return verifiedPhone(before) !== verifiedPhone(after);
}

function phoneDiffers({ phone: before }: Identity, { phone: after }: Identity): boolean {
  return before?.number !== after?.number || before?.verified !== after?.verified;
}
