import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { tellRemoved } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../records/identity.js';
import { ANY_RECORD } from '../../identity/identity-scope.js';
import { requireActive } from '../../identity/require-active.js';
import { tenantValues } from '../../policy/merge-policy.js';
import { checkAnswer, type FactorWiring } from '../answer-service.js';
import type { GuessRefused } from '../codes/check-code.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { KeptFactor } from '../../records/factor-name.js';
import { isEnrolled, type AuthenticatorNotFound } from '../authenticator.js';
import type { FactorRecord } from '../factor-record.js';
import { mfaStatus, type MfaStatus } from '../mfa-status.js';
import { NO_DEVICES } from '../trusted-devices/trusted-device.js';
import {
  removeAuthenticator,
  removeEnrolment,
  type LastFactor,
  type NotEnrolled,
  type Removal,
  type Removed,
} from './remove-enrolment.js';
import {
  verifyEnrolment,
  type VerifyEnrolment,
  type VerifyEnrolmentRefused,
} from './verify-enrolment.js';

export type VerifyEnrolmentError = IdentityRefused | VerifyEnrolmentRefused | GuessRefused;
export type RemoveEnrolmentError =
  | IdentityRefused
  | NotEnrolled
  | AssuranceInsufficient
  | LastFactor;
export type RemoveAuthenticatorError =
  | IdentityRefused
  | AuthenticatorNotFound
  | AssuranceInsufficient
  | LastFactor;

/** How a factor checks an answer to its enrolment. */
export type ReadEnrolment = (
  asked: { readonly identity: Identity; readonly record: FactorRecord },
  now: Date,
) => Pick<VerifyEnrolment, 'guess' | 'destination' | 'verifier' | 'name'>;

/** Enrols a factor if the answer is correct. Each factor has its own way to start. */
export async function verifyFactorEnrolment(
  wiring: FactorWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  factor: KeptFactor,
  read: ReadEnrolment,
): Promise<Result<MfaStatus, VerifyEnrolmentError>> {
  const { limits, requireAssurance, random } = wiring;
  const id = random.uuid();
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const checked = await checkAnswer(wiring, {
    whose: { tenantId, identityId, factor, purpose: 'enrolment' },
    client: session,
    sentTo: verifiedPhone,
    decide: (asked, now) =>
      verifyEnrolment({ ...asked, ...read(asked, now), id, factor, assurance }, now, limits),
  });
  return checked.andThen(({ outcome, identity, record }) =>
    reportOutcome(outcome).map(() => mfaStatus(identity, record.authenticators)),
  );
}

/** Removes a factor, or cancels a pending enrolment. Its live codes are withdrawn, and trusted devices end with it. */
export function removeFactorEnrolment(
  wiring: FactorWiring,
  caller: AccountCaller,
  factor: KeptFactor,
): Promise<Result<MfaStatus, RemoveEnrolmentError>> {
  return decideRemoval(wiring, caller, factor, (removal, now) =>
    removeEnrolment({ ...removal, factor }, now, wiring.limits).map((record) => ({
      factor,
      record,
    })),
  );
}

/** Removes one authenticator. The live codes of its factor are withdrawn where it was the last one of that. */
export function removeOneAuthenticator(
  wiring: FactorWiring,
  caller: AccountCaller,
  id: string,
): Promise<Result<MfaStatus, RemoveAuthenticatorError>> {
  return decideRemoval(wiring, caller, ANY_RECORD.factor, (removal) =>
    removeAuthenticator({ ...removal, id }, wiring.limits),
  );
}

/** @param asked the factor for whose enrolment the record is read */
function decideRemoval<E>(
  wiring: FactorWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  asked: KeptFactor,
  remove: (removal: Removal, now: Date) => Result<Removed, E>,
): Promise<Result<MfaStatus, IdentityRefused | E>> {
  const { storage, clock, requireAssurance, keepLastFactor } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const whose = { tenantId, identityId, purpose: 'enrolment' } as const;
  return storage.decide<MfaStatus, IdentityRefused | E>({ ...whose, factor: asked }, (facts) => {
    const { tenant, record: before } = facts;
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const now = clock.now();
    const keptFor = keepLastFactor ? tenantValues(tenant) : null;
    const removal = { identity: identity.value, record: before, assurance, keptFor };
    const removed = remove(removal, now);
    if (removed.isErr()) return err(removed.error);
    const { factor, record } = removed.value;
    const scene = { whose: { ...whose, factor }, hipaa: tenant.hipaa, now, client: session };
    const isLess = record.authenticators.length < before.authenticators.length;
    const isLost =
      isEnrolled(before.authenticators, factor) && !isEnrolled(record.authenticators, factor);
    return ok({
      outcome: mfaStatus(identity.value, record.authenticators),
      record,
      trail: trailOf(wiring, tenantId, tellRemoved(factor, before, record), scene),
      ended: isLost ? { factor, end: 'withdrawn', now } : null,
      ...(isLess && { trustedDevices: NO_DEVICES }),
    });
  });
}
