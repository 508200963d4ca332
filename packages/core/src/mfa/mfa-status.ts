import { inPriorityOrder, type FactorName } from '../identity/factor.js';
import { hostFactors, type Identity } from '../identity/identity.js';

/** The MFA status of the specification, "MFA status". */
export interface MfaStatus {
  readonly enabled: boolean;
  /** Enrolled factors in priority order; empty where there is none. */
  readonly methods: readonly FactorName[];
  readonly backupCodesRemaining: number;
}

/** The truth about an identity's factors: the host's own and SMS. */
export function mfaStatus(identity: Identity, smsEnrolled: boolean): MfaStatus {
  const methods = inPriorityOrder([
    ...hostFactors(identity),
    ...(smsEnrolled ? ['sms' as const] : []),
  ]);
  return {
    enabled: methods.length > 0,
    methods,
    backupCodesRemaining: identity.backupCodesRemaining,
  };
}
