import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { KeptFactor, ProvenFactor } from '../../records/factor-name.js';
import {
  findListed,
  ofFactor,
  type AuthenticatorNotFound,
  type Authenticators,
} from '../authenticator.js';
import type { FactorRecord } from '../factor-record.js';
import { NO_CODE } from '../codes/code-state.js';
import { authoriseWrite, type FactorWrite } from './authorise-write.js';
import type { PolicyValues } from '../../policy/policy-fields.js';
import { enrolmentState } from './enrolment.js';
import { mfaStatus } from '../mfa-status.js';
import { usableAuthenticators } from '../suspension.js';
import type { CodeLimits } from '../codes/limits.js';

/** The factor is neither enrolled nor pending. */
export interface NotEnrolled {
  readonly code: 'not_enrolled';
}

/** It is the last factor that counts, the policy requires one, and the host has set `keepLastFactor`. */
export interface LastFactor {
  readonly code: 'last_factor';
}

/** The state that a removal depends on. */
export interface Removal extends FactorWrite {
  readonly record: FactorRecord;
  /** The tenant's effective policy if the host has set `keepLastFactor`; null if the last factor may be removed. */
  readonly keptFor: Pick<PolicyValues, 'mfaEnforcement' | 'allowedFactors'> | null;
}

/** What is left after a removal. */
export interface Removed {
  /** The factor that was removed, or whose authenticator was. */
  readonly factor: KeptFactor;
  readonly record: FactorRecord;
}

type Limits = Pick<CodeLimits, 'guessesInARow'>;

/**
 * Removes a factor with all of its authenticators, or cancels a pending enrolment. Budgets stay spent. The order of the
 * checks is 404, 401, 409.
 *
 * @param removal with a record that was read for the enrolment of the factor
 */
export function removeEnrolment(
  removal: Removal & { readonly factor: KeptFactor },
  now: Date,
  limits: Limits,
): Result<FactorRecord, NotEnrolled | AssuranceInsufficient | LastFactor> {
  const { factor, record } = removal;
  const { status } = enrolmentState(factor, record, now);
  if (status !== 'enrolled' && status !== 'pending') return err({ code: 'not_enrolled' });
  const left = authenticatorsLeft(removal, ofFactor(record.authenticators, factor), limits);
  return left.map((authenticators) => ({ ...record, authenticators, state: NO_CODE }));
}

/** Removes one authenticator. The order of the checks is that of {@link removeEnrolment}. */
export function removeAuthenticator(
  removal: Removal & { readonly id: string },
  limits: Limits,
): Result<Removed, AuthenticatorNotFound | AssuranceInsufficient | LastFactor> {
  const { id, record } = removal;
  const found = findListed(record.authenticators, id);
  if (found.isErr()) return err(found.error);
  const { factor } = found.value;
  const left = authenticatorsLeft(removal, [found.value], limits);
  return left.map((authenticators) => ({ factor, record: { ...record, authenticators } }));
}

/** The authenticators without those that go. What replaces a factor goes together with the last factor. */
function authenticatorsLeft(
  removal: Removal,
  going: Authenticators,
  limits: Limits,
): Result<Authenticators, AssuranceInsufficient | LastFactor> {
  const authorised = authoriseWrite(removal);
  if (authorised.isErr()) return err(authorised.error);
  if (isLastRequired(removal, going, limits)) return err({ code: 'last_factor' });
  const { identity, record } = removal;
  const left = without(record.authenticators, going);
  return ok(mfaStatus(identity, left).enabled ? left : []);
}

/**
 * Whether the policy requires a factor, accepts one of those that go, and accepts none of those that remain. A suspended
 * authenticator neither remains nor is protected.
 */
function isLastRequired(
  { identity, record, keptFor }: Removal,
  going: Authenticators,
  limits: Limits,
): boolean {
  if (keptFor?.mfaEnforcement !== 'required') return false;
  const counts = (name: ProvenFactor): boolean =>
    keptFor.allowedFactors.some((allowed) => allowed === name);
  const usable = usableAuthenticators(record.authenticators, limits);
  const { methods } = mfaStatus(identity, without(usable, going));
  const losesOne = going.some((one) => usable.includes(one) && counts(one.factor));
  return losesOne && !methods.some(counts);
}

function without(authenticators: Authenticators, going: Authenticators): Authenticators {
  return authenticators.filter((one) => !going.includes(one));
}
