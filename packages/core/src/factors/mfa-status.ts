import { codesLeft } from './recovery-codes/recovery-set.js';
import { inPriorityOrder, isFactorName, type FactorName } from '../records/factor-name.js';
import { ofFactor, type Authenticators } from './authenticator.js';
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
export function mfaStatus(identity: Identity, kept: Authenticators): MfaStatus {
  const enrolled = kept.flatMap(({ factor }) => (isFactorName(factor) ? [factor] : []));
  const [codes] = ofFactor(kept, 'recovery_code');
  const methods = inPriorityOrder([...hostFactors(identity), ...enrolled]);
  return {
    enabled: methods.length > 0,
    methods,
    backupCodesRemaining: identity.backupCodesRemaining || codesLeft(codes?.verifier ?? null),
  };
}
