import { err, ok, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { tellRemoved } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../records/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { tenantValues } from '../../policy/merge-policy.js';
import { checkAnswer, type FactorWiring } from '../answer-service.js';
import type { GuessRefused } from '../codes/check-code.js';
import { reportOutcome } from '../codes/report-outcome.js';
import type { KeptFactor } from '../../records/factor-name.js';
import type { FactorRecord } from '../factor-record.js';
import { mfaStatus, type MfaStatus } from '../mfa-status.js';
import { removeEnrolment, type LastFactor, type NotEnrolled } from './remove-enrolment.js';
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

/** How a factor checks an answer to its enrolment. */
export type ReadEnrolment = (
  asked: { readonly identity: Identity; readonly record: FactorRecord },
  now: Date,
) => Pick<VerifyEnrolment, 'guess' | 'destination' | 'verifier'>;

/** Enrols a factor if the answer is correct. Each factor has its own way to start. */
export async function verifyFactorEnrolment(
  wiring: FactorWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  factor: KeptFactor,
  read: ReadEnrolment,
): Promise<Result<MfaStatus, VerifyEnrolmentError>> {
  const { limits, requireAssurance } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const checked = await checkAnswer(wiring, {
    whose: { tenantId, identityId, factor, purpose: 'enrolment' },
    sentTo: verifiedPhone,
    decide: (asked, now) =>
      verifyEnrolment({ ...asked, ...read(asked, now), factor, assurance }, now, limits),
  });
  return checked.andThen(({ outcome, identity, record }) =>
    reportOutcome(outcome).map(() => mfaStatus(identity, record.factors)),
  );
}

/** Removes a factor, or cancels a pending enrolment. Its live codes are withdrawn. */
export function removeFactorEnrolment(
  wiring: FactorWiring,
  { tenantId, identityId, ...session }: AccountCaller,
  factor: KeptFactor,
): Promise<Result<MfaStatus, RemoveEnrolmentError>> {
  const { storage, clock, limits, requireAssurance, keepLastFactor } = wiring;
  const assurance = judgedAssurance(session.assurance, requireAssurance);
  const whose = { tenantId, identityId, factor, purpose: 'enrolment' } as const;
  return storage.decide(whose, ({ tenant, record, ...facts }) => {
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const now = clock.now();
    const keptFor = keepLastFactor ? tenantValues(tenant) : null;
    const removal = { identity: identity.value, factor, record, assurance, keptFor };
    const removed = removeEnrolment(removal, now, limits);
    if (removed.isErr()) return err(removed.error);
    const scene = { whose, hipaa: tenant.hipaa, now };
    const isEnrolled = record.factors[factor] !== undefined;
    return ok({
      outcome: mfaStatus(identity.value, removed.value.factors),
      record: removed.value,
      trail: trailOf(wiring, tenantId, tellRemoved(factor, record), scene),
      ended: isEnrolled ? { factor, end: 'withdrawn', now } : null,
    });
  });
}
