import { withoutFactor, type FactorRecord } from '../factors/factor-record.js';
import { mfaStatus } from '../factors/mfa-status.js';
import type { Identity } from '../records/identity.js';
import { KEPT_FACTORS, type KeptFactor } from '../records/factor-name.js';

/** A record after a reset, and the factors that it removed. */
export interface ResetFactors {
  readonly record: FactorRecord;
  readonly removed: readonly KeptFactor[];
}

/**
 * Removes factors without asking the person. Those of them that are not enrolled are left out of `removed`. Recovery codes
 * go with the last factor that they stand for. Budgets stay spent.
 */
export function resetFactors(
  identity: Identity,
  before: FactorRecord,
  factors: readonly KeptFactor[],
): ResetFactors {
  const asked = factors.reduce(withoutFactor, before.factors);
  const left = mfaStatus(identity, asked).enabled ? asked : {};
  const removed = KEPT_FACTORS.filter(
    (name) => before.factors[name] !== undefined && left[name] === undefined,
  );
  return removed.length === 0
    ? { record: before, removed }
    : { record: { ...before, factors: left }, removed };
}
