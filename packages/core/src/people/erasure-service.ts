import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import type { ManagementCaller } from '../access/caller.js';
import {
  checkEraseOptions,
  eraseAll,
  type EraseOptions,
  type ErasureWiring,
} from '../audit/erasure-service.js';
import { readFacts } from '../identity/facts-service.js';
import { ANY_RECORD, identityScope } from '../identity/identity-scope.js';
import type { ErasedRows } from '../ports/erasure.js';
import { checkArguments } from '../shared/checks/check-arguments.js';
import { authoriseHelp, type SelfRefused } from './authorise-help.js';

/** The host's directory still has the person as active: a sign-in would store rows again. */
export interface IdentityActive {
  readonly code: 'identity_active';
}

export type ErasePersonError = AssuranceInsufficient | SelfRefused | IdentityActive;

export interface PersonErasureService {
  /**
   * Erases what is stored of a person: the identity in storage's own directory, authenticators, codes, trusted devices, budgets,
   * messages, what is due, Stepward's own events about the person, and the entries about the person in the authentication log.
   * Stays: the audit log; entries of the authentication log that were written in HIPAA mode; and events that the host
   * emitted. Postgres keeps the id for five minutes more, which makes concurrent operations fail.
   *
   * A host with its own directory deletes or suspends the person there before: `identity_active` otherwise. Returns
   * how many rows were erased, by table. It may be repeated; a call that finds nothing returns `{}`. A call that erases
   * something is `identity.erased` in the audit log. It reads all events of the tenant: about a second for a million.
   */
  erase(
    caller: ManagementCaller,
    identityId: string,
    options?: EraseOptions,
  ): Promise<Result<ErasedRows, ErasePersonError>>;
}

export interface PersonErasureWiring extends ErasureWiring {
  readonly requireAssurance: boolean;
  /** Whether storage keeps the identities. */
  readonly ownsDirectory: boolean;
}

export function createPersonErasureService(wiring: PersonErasureWiring): PersonErasureService {
  return {
    async erase(caller, identityId, options = {}) {
      checkArguments('identities.erase', { caller, identityId });
      checkEraseOptions('identities.erase', options);
      const allowed = authoriseHelp(caller, identityId, wiring.requireAssurance);
      if (allowed.isErr()) return err(allowed.error);
      const { tenantId, actor } = caller;
      const whose = { tenantId, identityId };
      if (!wiring.ownsDirectory) {
        const { identity } = await readFacts(wiring.storage, { ...whose, ...ANY_RECORD });
        if (identity?.state === 'active') return err({ code: 'identity_active' });
      }
      const entry = { type: 'identity.erased', actor, target: identityId, client: caller } as const;
      return ok(await eraseAll(wiring, identityScope(whose), identityId, options, entry));
    },
  };
}
