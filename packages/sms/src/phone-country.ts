import type { PhoneCountry } from '@stepward/core';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * The country of a number by Google's numbering plans, as an ISO 3166-1 alpha-2 code. Null for numbers
 * that belong to no one country (satellite, toll-free) or fit no plan.
 */
export const phoneCountry: PhoneCountry = (phone) =>
  parsePhoneNumberFromString(phone)?.country ?? null;
