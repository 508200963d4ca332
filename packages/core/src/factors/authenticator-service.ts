import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance } from '../access/assurance.js';
import type { AccountCaller } from '../access/caller.js';
import { readFacts } from '../identity/facts-service.js';
import { ANY_RECORD } from '../identity/identity-scope.js';
import { requireActive } from '../identity/require-active.js';
import type { IdentityRefused } from '../records/identity.js';
import { checkAccountCaller, checkArguments } from '../shared/checks/check-arguments.js';
import type { FactorWiring } from './answer-service.js';
import { listAuthenticators, listedOf, type ListedAuthenticator } from './authenticator.js';
import {
  removeOneAuthenticator,
  type RemoveAuthenticatorError,
} from './enrolment/factor-enrolment-service.js';
import { renameAuthenticator, type RenameRefused } from './enrolment/rename-authenticator.js';
import type { MfaStatus } from './mfa-status.js';
import type { Happening } from './trail/tell-step.js';
import { trailOf } from './trail/trail-service.js';

export type RenameAuthenticatorError = IdentityRefused | RenameRefused;

/** The authenticators of one person, of all factors that Stepward keeps. Recovery codes are not among them. */
export interface AuthenticatorService {
  /** All of them, oldest first. */
  list(caller: AccountCaller): Promise<Result<readonly ListedAuthenticator[], IdentityRefused>>;
  /**
   * Names one. `name` is unchecked input: `name_malformed` where it is not 1 to 64 visible characters. Needs aal2;
   * another person's id is `authenticator_not_found`.
   */
  rename(
    caller: AccountCaller,
    authenticatorId: string,
    name: unknown,
  ): Promise<Result<ListedAuthenticator, RenameAuthenticatorError>>;
  /** Removes one, by the rules for the removal of a factor. The last of a factor takes the factor with it. */
  remove(
    caller: AccountCaller,
    authenticatorId: string,
  ): Promise<Result<MfaStatus, RemoveAuthenticatorError>>;
}

export function createAuthenticatorService(wiring: FactorWiring): AuthenticatorService {
  return {
    async list(caller) {
      checkAccountCaller('authenticators.list', caller);
      return readAuthenticators(wiring, caller);
    },

    async rename(caller, authenticatorId, name) {
      checkAccountCaller('authenticators.rename', caller);
      checkArguments('authenticators.rename', { authenticatorId });
      return renameOne(wiring, caller, authenticatorId, name);
    },

    async remove(caller, authenticatorId) {
      checkAccountCaller('authenticators.remove', caller);
      checkArguments('authenticators.remove', { authenticatorId });
      return removeOneAuthenticator(wiring, caller, authenticatorId);
    },
  };
}

async function readAuthenticators(
  { storage, limits }: FactorWiring,
  { tenantId, identityId }: AccountCaller,
): Promise<Result<readonly ListedAuthenticator[], IdentityRefused>> {
  const { identity, record } = await readFacts(storage, { tenantId, identityId, ...ANY_RECORD });
  return requireActive(identity).map(() => listAuthenticators(record.authenticators, limits));
}

function renameOne(
  wiring: FactorWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  id: string,
  name: unknown,
): Promise<Result<ListedAuthenticator, RenameAuthenticatorError>> {
  const { storage, clock, limits, requireAssurance } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const whose = { tenantId, identityId, ...ANY_RECORD };
  return storage.decide(whose, ({ tenant, record: before, ...facts }) => {
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const asked = { identity: identity.value, record: before, assurance, id, name };
    const renamed = renameAuthenticator(asked);
    if (renamed.isErr()) return err(renamed.error);
    const { authenticator, record } = renamed.value;
    const told: readonly Happening[] =
      record === before
        ? []
        : [{ type: 'authenticator.renamed', reason: null, authenticatorId: id }];
    const { factor } = authenticator;
    const place = { whose: { ...whose, factor }, hipaa: tenant.hipaa, now: clock.now() };
    return ok({
      outcome: listedOf(authenticator, limits),
      record,
      trail: trailOf(wiring, tenantId, told, { ...place, client: session }),
    });
  });
}
