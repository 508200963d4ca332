import type { PhoneNumberType } from '../records/number-type.js';
import type { PhoneNumber } from '../records/phone-number.js';

/**
 * The type of a number, or null if it cannot be determined. Where a host has one, numbers of the types that cost more
 * than others, or that receive no messages, are refused; `@stepward/sms/number-type` implements it.
 */
export type NumberType = (phone: PhoneNumber) => PhoneNumberType | null;

/** Returns null for every number: the default. */
export const unknownNumberType: NumberType = () => null;
