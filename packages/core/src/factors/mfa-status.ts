import { codesLeft } from './recovery-codes/recovery-set.js';
import { FACTOR_NAMES, inPriorityOrder, type FactorName } from '../records/factor-name.js';
import type { EnrolledFactors } from './factor-record.js';
import { hostFactors, type Identity } from '../records/identity.js';

/** The MFA status of the specification, "MFA status". */
export interface MfaStatus {
  readonly enabled: boolean;
  /** Enrolled factors in priority order; empty where there is none. */
  readonly methods: readonly FactorName[];
  /** The unused recovery codes: those in the host's directory, or if it has none, those that Stepward keeps. */
  readonly backupCodesRemaining: number;
}

/** Returns an identity's factors: the host's own, and those that Stepward keeps. */
export function mfaStatus(identity: Identity, kept: EnrolledFactors): MfaStatus {
  const enrolled = FACTOR_NAMES.filter((name) => Object.hasOwn(kept, name));
  const methods = inPriorityOrder([...hostFactors(identity), ...enrolled]);
  return {
    enabled: methods.length > 0,
    methods,
    backupCodesRemaining:
      identity.backupCodesRemaining || codesLeft(kept.recovery_code?.verifier ?? null),
  };
}
