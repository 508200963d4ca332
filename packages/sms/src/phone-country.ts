import type { PhoneCountry } from '@stepward/core';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The country of a number by Google's numbering plans, as an ISO 3166-1 alpha-2 code. Null for numbers
 * that belong to no one country (satellite, toll-free) or to no plan. `impossible` where its plan has no numbers of
 * that length, or where it has another spelling, for example without a trunk prefix.
 */
export const phoneCountry: PhoneCountry = (phone) => {
  const number = parsePhoneNumberFromString(phone);
  if (number === undefined) return null;
  return number.isPossible() && number.number === phone ? (number.country ?? null) : 'impossible';
};
