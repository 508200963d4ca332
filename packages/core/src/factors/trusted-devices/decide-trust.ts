import { err, ok, type Result } from 'neverthrow';
import type { PolicyValues } from '../../policy/policy-fields.js';
import type { FactorName, ProvenFactor } from '../../records/factor-name.js';
import { deviceName } from '../../shared/device-name.js';
import { readAuthenticatorName, type NameMalformed } from '../authenticator-name.js';
import { isAnyProven } from '../sign-in/decide-sign-in.js';

/** The policy of the session's organisation trusts no devices: its `trustedDeviceDays` is 0. */
export interface TrustedDevicesNotAllowed {
  readonly code: 'trusted_devices_not_allowed';
}

/** The session has proven no second factor that the person has and the policy allows. */
export interface FactorNotProven {
  readonly code: 'factor_not_proven';
}

/** What decides whether a device may be trusted, and what it is called. */
export interface Trust {
  readonly policy: Pick<PolicyValues, 'allowedFactors' | 'trustedDeviceDays'>;
  /** The second factors that the person has. */
  readonly enrolled: readonly FactorName[];
  /** Those that the session has proven. */
  readonly proven: readonly ProvenFactor[];
  /** Unchecked; null for the one that the user agent gives. */
  readonly name: string | null;
  readonly userAgent: string | null;
}

export type TrustRefused = NameMalformed | TrustedDevicesNotAllowed | FactorNotProven;

/**
 * Decides whether a device may be trusted, and returns its name; null where neither a name nor a usable user agent is given. The session
 * must have proven a factor that the person has and the policy allows, or a recovery code. A temporary pass proves none. The
 * order of the checks is 422, 403, 409.
 */
export function decideTrust({
  policy,
  enrolled,
  proven,
  name,
  userAgent,
}: Trust): Result<string | null, TrustRefused> {
  const given = name === null ? ok(nameOf(userAgent)) : readAuthenticatorName(name);
  if (given.isErr()) return err(given.error);
  if (policy.trustedDeviceDays === 0) return err({ code: 'trusted_devices_not_allowed' });
  const counting = enrolled.filter((factor) => policy.allowedFactors.includes(factor));
  const isProven = counting.length > 0 && isAnyProven(counting, proven);
  return isProven ? ok(given.value) : err({ code: 'factor_not_proven' });
}

/** The browser and the system; null where the header names neither and is no name itself. */
function nameOf(userAgent: string | null): string | null {
  return userAgent === null ? null : readAuthenticatorName(deviceName(userAgent)).unwrapOr(null);
}
