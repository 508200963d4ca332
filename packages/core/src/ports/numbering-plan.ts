import type { PhoneNumber } from '../records/phone-number.js';
import type { PhoneNumberType } from '../records/number-type.js';

/**
 * The country of a number, as an ISO 3166-1 alpha-2 code in upper case, or null if it cannot be determined. `impossible`
 * for a number that its numbering plan cannot have, for example one with too many digits: nobody
 * can claim it, `phone_invalid`. A tenant may restrict `allowedCountries` only where the host has one;
 * `@stepward/sms/phone-country` implements it.
 */
export type PhoneCountry = (phone: PhoneNumber) => string | null;

/**
 * Returns null for every number: the default. Without a `phoneCountry` of the host, no tenant can restrict countries.
 */
export const unknownPhoneCountry: PhoneCountry = () => null;

/**
 * The type of a number, or null if it cannot be determined. Where a host has one, numbers of the types that cost more
 * than others, or that receive no messages, are refused; `@stepward/sms/number-type` implements it.
 */
export type NumberType = (phone: PhoneNumber) => PhoneNumberType | null;

/** Returns null for every number: the default. */
export const unknownNumberType: NumberType = () => null;
