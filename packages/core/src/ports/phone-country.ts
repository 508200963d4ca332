import type { PhoneNumber } from '../identity/phone-number.js';

/**
 * The country a number belongs to, as an ISO 3166-1 alpha-2 code in upper case, or null where it
 * cannot be told. Needed only where a tenant restricts `allowedCountries`;
 * `@stepward/sms/phone-country` implements it.
 */
export type PhoneCountry = (phone: PhoneNumber) => string | null;

/** Knows no country, so a tenant with `allowedCountries` sends nowhere until the host names one that does. */
export const unknownPhoneCountry: PhoneCountry = () => null;
