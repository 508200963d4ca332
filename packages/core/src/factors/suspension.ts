import { err, ok, type Result } from 'neverthrow';
import type { CheckedCode } from './codes/check-code.js';
import type { KeptFactor } from '../records/factor-name.js';
import {
  isSuspended,
  ofFactor,
  type Authenticator,
  type Authenticators,
  type SuspensionLimits,
} from './authenticator.js';
import type { FactorRecord } from './factor-record.js';

/**
 * Each authenticator of the factor had `guessesInARow` (100 by default) wrong answers without a right one. No answer is
 * compared with one of them until it is removed and enrolled again.
 */
export interface FactorSuspended {
  readonly code: 'factor_suspended';
}

/**
 * Refuses an answer where all authenticators are suspended that it is for.
 *
 * @param named the id of the authenticator that the answer names; null for all of the factor
 */
export function requireUsable(
  authenticators: Authenticators,
  factor: KeptFactor,
  limits: SuspensionLimits,
  named: string | null = null,
): Result<void, FactorSuspended> {
  const asked = askedOf(authenticators, factor, named);
  const isUsable = asked.length === 0 || usableAuthenticators(asked, limits).length > 0;
  return isUsable ? ok(undefined) : err({ code: 'factor_suspended' });
}

function askedOf(
  authenticators: Authenticators,
  factor: KeptFactor,
  named: string | null,
): Authenticators {
  return ofFactor(authenticators, factor).filter(({ id }) => named === null || id === named);
}

/** The authenticators that are not suspended. */
export function usableAuthenticators(
  authenticators: Authenticators,
  limits: SuspensionLimits,
): Authenticators {
  return authenticators.filter((one) => !isSuspended(one, limits));
}

/** What an answer was compared with, and what it proved. */
export interface Answered {
  readonly factor: KeptFactor;
  /** The id of the authenticator that the answer names; null for one that is tried against all of the factor. */
  readonly named: string | null;
  /** The authenticator that gave the answer, as it is from now on; null for a wrong answer. */
  readonly proven: Pick<Authenticator, 'id' | 'verifier'> | null;
}

/**
 * Counts an answer for the authenticators that it was compared with: a wrong one adds to those in a row, a right one ends
 * the row. An answer that was not compared, such as one after the code expired, changes nothing.
 *
 * @param before the record that the answer was checked against
 */
export function countAnswer(
  { factor, named, proven }: Answered,
  before: FactorRecord,
  checked: CheckedCode,
  now: Date,
  limits: SuspensionLimits,
): CheckedCode {
  const { record, outcome } = checked;
  const isRight = outcome.type === 'accepted';
  if (!isRight && record.wrongGuesses === before.wrongGuesses) return checked;
  const compared = usableAuthenticators(askedOf(record.authenticators, factor, named), limits);
  const counted = (one: Authenticator): Authenticator => {
    if (!compared.includes(one)) return one;
    if (!isRight) return { ...one, wrongInARow: one.wrongInARow + 1 };
    if (one.id === proven?.id) return { ...one, ...proven, lastUsedAt: now, wrongInARow: 0 };
    return one.wrongInARow === 0 ? one : { ...one, wrongInARow: 0 };
  };
  const authenticators = record.authenticators.map(counted);
  return { ...checked, record: { ...record, authenticators } };
}
