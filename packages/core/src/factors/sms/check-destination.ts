import { err, ok, type Result } from 'neverthrow';
import type { PhoneNumber } from '../../phones/phone-number.js';
import type { SmsSettings } from '../../tenant/sms-settings.js';

/** The tenant does not send to that prefix or country. */
export interface DestinationRefused {
  readonly code: 'destination_refused';
}

/**
 * Whether the tenant sends to a number. Where it restricts countries, a number whose country is
 * unknown (null) is refused.
 */
export function checkDestination(
  settings: Pick<SmsSettings, 'allowedCountries' | 'deniedPrefixes'>,
  phone: PhoneNumber,
  country: string | null,
): Result<void, DestinationRefused> {
  const { allowedCountries, deniedPrefixes } = settings;
  const denied = deniedPrefixes.some((prefix) => phone.startsWith(prefix));
  const allowed =
    allowedCountries === null || (country !== null && allowedCountries.includes(country));
  return denied || !allowed ? err({ code: 'destination_refused' }) : ok(undefined);
}
