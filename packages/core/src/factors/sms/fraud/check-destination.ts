import { err, ok, type Result } from 'neverthrow';
import { isSendable, type PhoneNumberType } from '../../../records/number-type.js';
import type { PhoneNumber } from '../../../records/phone-number.js';
import type { SmsSettings } from '../../../tenants/sms-settings.js';

/** The tenant does not send to that prefix or country, or nobody sends to that type of number. */
export interface DestinationRefused {
  readonly code: 'destination_refused';
}

/** What is known of a number; null for what is not. */
export interface Destination {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly numberType: PhoneNumberType | null;
}

/**
 * Whether the tenant sends to a number. Where it restricts countries, a number whose country is
 * unknown (null) is refused. Numbers that cost more than others are refused where their type is known.
 */
export function checkDestination(
  settings: Pick<SmsSettings, 'allowedCountries' | 'deniedPrefixes' | 'countryModes'>,
  phone: PhoneNumber,
  { country, numberType }: Destination,
): Result<void, DestinationRefused> {
  const { allowedCountries, deniedPrefixes, countryModes } = settings;
  const denied =
    deniedPrefixes.some((prefix) => phone.startsWith(prefix)) ||
    (country !== null && countryModes[country] === 'block') ||
    !isSendable(numberType);
  const allowed =
    allowedCountries === null || (country !== null && allowedCountries.includes(country));
  return denied || !allowed ? err({ code: 'destination_refused' }) : ok(undefined);
}
