/**
 * The types of numbers that numbering plans tell apart. `fixed_line_or_mobile`: the plan does not tell the two apart, as
 * in North America. `company`: a universal access number. `satellite`: a satellite or international network.
 */
export type PhoneNumberType =
  | 'mobile'
  | 'fixed_line'
  | 'fixed_line_or_mobile'
  | 'voip'
  | 'personal'
  | 'premium_rate'
  | 'shared_cost'
  | 'toll_free'
  | 'company'
  | 'pager'
  | 'voicemail'
  | 'satellite';

/** Numbers that cost more than others, or that receive no messages. */
const REFUSED: ReadonlySet<PhoneNumberType> = new Set([
  'premium_rate',
  'shared_cost',
  'toll_free',
  'company',
  'pager',
  'voicemail',
  'satellite',
]);

/** Whether numbers of a type may get messages. One of an unknown type may. */
export function isSendable(type: PhoneNumberType | null): boolean {
  return type === null || !REFUSED.has(type);
}
