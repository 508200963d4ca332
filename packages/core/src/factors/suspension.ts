import { err, ok, type Result } from 'neverthrow';
import type { CheckedCode } from './codes/check-code.js';
import type { CodeLimits } from './codes/limits.js';
import type { KeptFactor } from '../records/factor-name.js';
import type { EnrolledFactor, EnrolledFactors, FactorRecord } from './factor-record.js';

/**
 * The factor had `guessesInARow` (100 by default) wrong answers without a right one. No answer is compared for it until
 * it is removed and enrolled again.
 */
export interface FactorSuspended {
  readonly code: 'factor_suspended';
}

type Limits = Pick<CodeLimits, 'guessesInARow'>;

/** Refuses a suspended factor. */
export function requireUsable(
  enrolled: EnrolledFactor,
  limits: Limits,
): Result<void, FactorSuspended> {
  return isUsable(enrolled, limits) ? ok(undefined) : err({ code: 'factor_suspended' });
}

/** The enrolled factors that are not suspended. */
export function usableFactors(factors: EnrolledFactors, limits: Limits): EnrolledFactors {
  return Object.fromEntries(Object.entries(factors).filter(([, one]) => isUsable(one, limits)));
}

function isUsable({ wrongInARow }: EnrolledFactor, { guessesInARow }: Limits): boolean {
  return wrongInARow < guessesInARow;
}

/**
 * Counts an answer for an enrolled factor: a wrong one adds to those in a row, a right one ends the row. An answer that
 * was not compared, such as one after the code expired, changes nothing.
 *
 * @param before the record that the answer was checked against
 */
export function countAnswer(
  factor: KeptFactor,
  before: FactorRecord,
  checked: CheckedCode,
): CheckedCode {
  const { record, outcome } = checked;
  const isRight = outcome.type === 'accepted';
  const isCompared = isRight || record.wrongGuesses !== before.wrongGuesses;
  const enrolled = record.factors[factor];
  if (enrolled === undefined || !isCompared) return checked;
  const wrongInARow = isRight ? 0 : enrolled.wrongInARow + 1;
  if (wrongInARow === enrolled.wrongInARow) return checked;
  const factors = { ...record.factors, [factor]: { ...enrolled, wrongInARow } };
  return { ...checked, record: { ...record, factors } };
}
