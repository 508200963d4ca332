import { inPriorityOrder, type FactorName } from '../records/factor-name.js';

/** The input of a choice of factor. */
export interface FactorChoice {
  readonly enrolled: readonly FactorName[];
  /** The effective policy's allowed factors. */
  readonly allowed: readonly FactorName[];
  /** The effective policy's preferred factor; null for none. */
  readonly preferred: FactorName | null;
}

/**
 * The factor to ask for: the preferred one where it is enrolled and allowed, else the first such in the order
 * WebAuthn, TOTP, SMS, Email (specification, "Authentication" rule 4). Null if there is none.
 */
export function chooseFactor({ enrolled, allowed, preferred }: FactorChoice): FactorName | null {
  const usable = inPriorityOrder(enrolled.filter((factor) => allowed.includes(factor)));
  return preferred !== null && usable.includes(preferred) ? preferred : (usable[0] ?? null);
}
