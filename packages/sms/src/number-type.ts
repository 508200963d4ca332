import type { NumberType, PhoneNumberType } from '@stepward/core';
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';

/**
 * The type of a number by Google's numbering plans, and by the ITU's list for the country codes that belong to no
 * country. Null for numbers that fit no plan. It loads the plans of all countries, which are 150 kB.
 */
export const numberType: NumberType = (phone) => {
  const shared = SHARED_CODES.find(([code]) => phone.startsWith(code));
  if (shared !== undefined) return shared[1];
  const type = parsePhoneNumberFromString(phone)?.getType();
  return type === undefined ? null : TYPES[type];
};

/** Country codes of no country: satellite and international networks, and international premium rate and toll-free. */
const SHARED_CODES: readonly (readonly [code: string, type: PhoneNumberType])[] = [
  ['+800', 'toll_free'],
  ['+808', 'shared_cost'],
  ['+870', 'satellite'],
  ['+878', 'personal'],
  ['+881', 'satellite'],
  ['+882', 'satellite'],
  ['+883', 'satellite'],
  ['+979', 'premium_rate'],
];

type PlanType = NonNullable<ReturnType<PhoneNumber['getType']>>;

const TYPES: Readonly<Record<PlanType, PhoneNumberType>> = {
  MOBILE: 'mobile',
  FIXED_LINE: 'fixed_line',
  FIXED_LINE_OR_MOBILE: 'fixed_line_or_mobile',
  VOIP: 'voip',
  PERSONAL_NUMBER: 'personal',
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  TOLL_FREE: 'toll_free',
  UAN: 'company',
  PAGER: 'pager',
  VOICEMAIL: 'voicemail',
};
