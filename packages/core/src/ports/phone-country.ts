import type { PhoneNumber } from '../phones/phone-number.js';

/**
 * The country a number belongs to, as an ISO 3166-1 alpha-2 code in upper case, or null where it
 * cannot be told. A tenant may restrict `allowedCountries` only where the host has one;
 * `@stepward/sms/phone-country` implements it.
 */
export type PhoneCountry = (phone: PhoneNumber) => string | null;

/** Knows no country: the default. Without a `phoneCountry` of the host's no tenant can restrict countries. */
export const unknownPhoneCountry: PhoneCountry = () => null;
