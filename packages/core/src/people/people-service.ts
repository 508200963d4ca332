import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import { authoriseAdministrator } from '../access/authorise-administrator.js';
import type { ManagementCaller } from '../access/caller.js';
import { NO_CODE } from '../factors/codes/code-state.js';
import type { IdentityNotFound } from '../records/identity.js';
import { NO_DEVICES, type ListedDevice } from '../factors/trusted-devices/trusted-device.js';
import { readFacts } from '../identity/facts-service.js';
import { readPolicy, type OrganisationNotFound } from '../organisations/policy-service.js';
import { endAllBut, type SessionsUnavailable } from '../sessions/end-sessions-service.js';
import { checkArgument, checkArguments, isStringOrNull } from '../shared/checks/check-arguments.js';
import { hasMoment } from '../shared/duration.js';
import { authoriseHelp } from './authorise-help.js';
import {
  givePass,
  withdrawPass,
  type GivePassError,
  type ShownPass,
  type WithdrawPassError,
} from './temporary-pass-service.js';
import {
  requireKnown,
  recordOf,
  recordScope,
  trailOfHelp,
  type HelpRefused,
  type PeopleWiring,
  type PersonContext,
} from './help-trail-service.js';
import type { PersonRecord } from './person-record.js';
import { readReset, type HelpInvalid, type PassInput, type ResetInput } from './read-help.js';
import { resetFactors } from './reset-factors.js';
import {
  endTrustedDevice,
  listTrustedDevices,
  type EndDeviceError,
  type SeeDevicesError,
} from './trusted-devices-service.js';

export type SeePersonError = AssuranceInsufficient | OrganisationNotFound | IdentityNotFound;
export type ResetPersonError =
  | HelpRefused
  | HelpInvalid
  | OrganisationNotFound
  | SessionsUnavailable;

/**
 * The help of administrators for people who have lost a factor. An administrator's session must be at aal2 where its
 * assurance is known (`assurance_insufficient`); nobody but a management key, or the host itself, helps oneself
 * (`self_refused`). What is done, and why, is in both logs and in events.
 */
export interface PeopleService {
  /** Returns what there is of a person's second factors. A suspended person has a record, too. */
  see(
    caller: ManagementCaller,
    identityId: string,
    context?: PersonContext,
  ): Promise<Result<PersonRecord, SeePersonError>>;
  /**
   * Removes factors that Stepward keeps, by default all of them with the recovery codes, and withdraws every live code and
   * a temporary pass, and ends all trusted devices. Before and after that, all sessions of the person end, where the host gave
   * `sessions`: if that fails, `sessions_unavailable` asks to reset once more, whether or not the factors are removed. A
   * suspended person can be reset. A reset that finds nothing to remove is recorded in the audit log as well.
   */
  reset(
    caller: ManagementCaller,
    identityId: string,
    request: ResetInput,
    context?: PersonContext,
  ): Promise<Result<PersonRecord, ResetPersonError>>;
  /** Gives the person a pass for one step-up, in place of the one before. */
  givePass(
    caller: ManagementCaller,
    identityId: string,
    request: PassInput,
  ): Promise<Result<ShownPass, GivePassError>>;
  /** Ends the person's pass. */
  withdrawPass(
    caller: ManagementCaller,
    identityId: string,
    context?: PersonContext,
  ): Promise<Result<PersonRecord, WithdrawPassError>>;
  /** The browsers that the person trusts, the oldest first. */
  trustedDevices(
    caller: ManagementCaller,
    identityId: string,
  ): Promise<Result<readonly ListedDevice[], SeeDevicesError>>;
  /** Ends one of them, and returns the others. A reset ends all. */
  endTrustedDevice(
    caller: ManagementCaller,
    identityId: string,
    deviceId: string,
  ): Promise<Result<readonly ListedDevice[], EndDeviceError>>;
}

export function createPeopleService(wiring: PeopleWiring): PeopleService {
  return {
    async see(caller, identityId, context = {}) {
      checkHelp('people.see', caller, identityId);
      checkContext('people.see', context);
      return seePerson(wiring, caller, identityId, context);
    },

    async reset(caller, identityId, request, context = {}) {
      checkHelp('people.reset', caller, identityId);
      checkArguments('people.reset', { request });
      checkContext('people.reset', context);
      return resetPerson(wiring, caller, identityId, request, context);
    },

    async givePass(caller, identityId, request) {
      checkHelp('people.givePass', caller, identityId);
      checkArguments('people.givePass', { request });
      return givePass(wiring, caller, identityId, request);
    },

    async withdrawPass(caller, identityId, context = {}) {
      checkHelp('people.withdrawPass', caller, identityId);
      checkContext('people.withdrawPass', context);
      return withdrawPass(wiring, caller, identityId, context);
    },

    async trustedDevices(caller, identityId) {
      checkHelp('people.trustedDevices', caller, identityId);
      return listTrustedDevices(wiring, caller, identityId);
    },

    async endTrustedDevice(caller, identityId, deviceId) {
      checkHelp('people.endTrustedDevice', caller, identityId);
      checkArguments('people.endTrustedDevice', { deviceId });
      return endTrustedDevice(wiring, caller, identityId, deviceId);
    },
  };
}

function checkHelp(method: string, caller: ManagementCaller, identityId: string): void {
  checkArguments(method, { caller, identityId });
}

function checkContext(method: string, context: PersonContext): void {
  checkArguments(method, { context });
  const { organisationId = null, memberSince = null } = context;
  const isContext =
    isStringOrNull(organisationId) && (memberSince === null || hasMoment(memberSince));
  const form = '{ organisationId, memberSince }, a string and a Date, each of which may be null';
  checkArgument(method, 'context', isContext, form);
}

async function seePerson(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  context: PersonContext,
): Promise<Result<PersonRecord, SeePersonError>> {
  const allowed = authoriseAdministrator(caller, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const { tenantId } = caller;
  const policy = await readPolicy(wiring, tenantId, context.organisationId ?? null);
  if (policy.isErr()) return err(policy.error);
  const facts = await readFacts(wiring.storage, recordScope(tenantId, identityId));
  return requireKnown(facts).map((identity) =>
    recordOf(wiring, { ...facts, identity, policy: policy.value }, context),
  );
}

async function resetPerson(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  input: ResetInput,
  context: PersonContext,
): Promise<Result<PersonRecord, ResetPersonError>> {
  const allowed = authoriseHelp(caller, identityId, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const request = readReset(input);
  if (request.isErr()) return err(request.error);
  const { reason, factors } = request.value;
  const { tenantId } = caller;
  const policy = await readPolicy(wiring, tenantId, context.organisationId ?? null);
  if (policy.isErr()) return err(policy.error);
  const scope = recordScope(tenantId, identityId);
  const known = requireKnown(await readFacts(wiring.storage, scope));
  if (known.isErr()) return err(known.error);
  // A person without a factor enrols one at aal1: a stolen session that is alive then could enrol the thief's.
  const signedOut = await signOut(wiring, caller, identityId);
  if (signedOut.isErr()) return err(signedOut.error);
  const reset = await wiring.storage.decide<PersonRecord, ResetPersonError>(scope, (facts) => {
    const found = requireKnown(facts);
    if (found.isErr()) return err(found.error);
    const identity = found.value;
    const now = wiring.clock.now();
    const { record, removed } = resetFactors(identity, facts.record, factors);
    const left = { ...record, state: NO_CODE };
    const help = { caller, identityId, hipaa: facts.tenant.hipaa, now };
    const details = { reason, factors: removed };
    const told = removed.map((factor) => [factor, { type: 'factor.removed', reason }] as const);
    return ok({
      outcome: recordOf(
        wiring,
        { ...facts, identity, record: left, policy: policy.value },
        context,
      ),
      record,
      ended: { factor: null, end: 'withdrawn', now },
      trustedDevices: NO_DEVICES,
      trail: trailOfHelp(wiring, help, { type: 'identity.mfa_reset', details, told }),
    });
  });
  if (reset.isErr()) return err(reset.error);
  // Who has the lost factor may have signed in with it meanwhile.
  return (await signOut(wiring, caller, identityId)).map(() => reset.value);
}

async function signOut(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
): Promise<Result<void, SessionsUnavailable>> {
  const { sessions } = wiring;
  const { tenantId, actor } = caller;
  if (sessions === null) return ok(undefined);
  const ended = { tenantId, identityId, sessionId: null, actor, client: caller };
  return endAllBut(wiring, sessions, ended);
}
