import { inPriorityOrder, type FactorName } from '../records/factor-name.js';

/** The input of a choice of factor. */
export interface FactorChoice {
  readonly enrolled: readonly FactorName[];
  /** The effective policy's allowed factors. */
  readonly allowed: readonly FactorName[];
  /** The effective policy's preferred factor; null for none. */
  readonly preferred: FactorName | null;
  /** Those of them that are suspended after wrong answers; none by default. */
  readonly suspended?: readonly FactorName[];
}

/**
 * The factor to ask for: the preferred one where it is enrolled and allowed, else the first such in the order
 * WebAuthn, TOTP, SMS, Email (specification, "Authentication" rule 4). Null if there is none. One that is suspended is asked for
 * only where no other is left.
 */
export function chooseFactor({
  enrolled,
  allowed,
  preferred,
  suspended = [],
}: FactorChoice): FactorName | null {
  const counting = inPriorityOrder(enrolled.filter((factor) => allowed.includes(factor)));
  const answerable = counting.filter((factor) => !suspended.includes(factor));
  const usable = answerable.length > 0 ? answerable : counting;
  return preferred !== null && usable.includes(preferred) ? preferred : (usable[0] ?? null);
}
