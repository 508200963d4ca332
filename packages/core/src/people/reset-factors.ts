import { isEnrolled, type Authenticators } from '../factors/authenticator.js';
import type { FactorRecord } from '../factors/factor-record.js';
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
  const kept = before.authenticators.filter(({ factor }) => !factors.includes(factor));
  const left: Authenticators = mfaStatus(identity, kept).enabled ? kept : [];
  const removed = KEPT_FACTORS.filter(
    (name) => isEnrolled(before.authenticators, name) && !isEnrolled(left, name),
  );
  const record = removed.length === 0 ? before : { ...before, authenticators: left };
  return { record, removed };
}
