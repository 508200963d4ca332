import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import type { FactorName, KeptFactor } from '../../records/factor-name.js';
import { withoutFactor, type FactorRecord } from '../factor-record.js';
import { NO_CODE } from '../codes/code-state.js';
import { authoriseWrite, type FactorWrite } from './authorise-write.js';
import type { PolicyValues } from '../../policy/policy-fields.js';
import { enrolmentState } from './enrolment.js';
import { mfaStatus } from '../mfa-status.js';
import { usableFactors } from '../suspension.js';
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
export interface RemoveEnrolment extends FactorWrite {
  readonly factor: KeptFactor;
  /** Read for the enrolment of that factor. */
  readonly record: FactorRecord;
  /** The tenant's effective policy if the host has set `keepLastFactor`; null if the last factor may be removed. */
  readonly keptFor: Pick<PolicyValues, 'mfaEnforcement' | 'allowedFactors'> | null;
}

/**
 * Removes a factor, or cancels a pending enrolment. Budgets stay spent. The order of the checks is 404,
 * 401, 409.
 */
export function removeEnrolment(
  removal: RemoveEnrolment,
  now: Date,
  limits: Pick<CodeLimits, 'guessesInARow'>,
): Result<FactorRecord, NotEnrolled | AssuranceInsufficient | LastFactor> {
  const { factor, record } = removal;
  const { status } = enrolmentState(factor, record, now);
  if (status !== 'enrolled' && status !== 'pending') return err({ code: 'not_enrolled' });
  const authorised = authoriseWrite(removal);
  if (authorised.isErr()) return err(authorised.error);
  if (status === 'enrolled' && isLastRequired(removal, limits)) return err({ code: 'last_factor' });
  const left = withoutFactor(record.factors, factor);
  // Factors that replace another one are removed together with the last factor.
  const factors = mfaStatus(removal.identity, left).enabled ? left : {};
  return ok({ ...record, factors, state: NO_CODE });
}

/**
 * Whether the policy requires a factor, accepts this one, and accepts none of the others that remain. A suspended factor
 * neither remains nor is protected.
 */
function isLastRequired(
  { factor, identity, record, keptFor }: RemoveEnrolment,
  limits: Pick<CodeLimits, 'guessesInARow'>,
): boolean {
  const usable = usableFactors(record.factors, limits);
  if (keptFor?.mfaEnforcement !== 'required' || usable[factor] === undefined) return false;
  const { allowedFactors } = keptFor;
  const counts = (name: FactorName): boolean => allowedFactors.includes(name);
  const { methods } = mfaStatus(identity, withoutFactor(usable, factor));
  return allowedFactors.some((name) => name === factor) && !methods.some(counts);
}
