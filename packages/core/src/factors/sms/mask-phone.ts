import type { PhoneNumber } from '../../records/phone-number.js';

const MIN_MASKED = 4;

/**
 * Masks a number so that its owner recognises it and others cannot use it: the plus sign and at most 2 digits of the
 * front, asterisks, the last 4 digits (the last 2 of numbers under 10 digits); at least 4 digits are
 * masked. `+14155552671` → `+14*****2671`.
 */
export function maskPhone(phone: PhoneNumber): string {
  const digits = phone.slice(1);
  const tail = digits.length < 10 ? 2 : 4;
  const front = Math.min(2, digits.length - tail - MIN_MASKED);
  const masked = digits.length - tail - front;
  return `+${digits.slice(0, front)}${'*'.repeat(masked)}${digits.slice(-tail)}`;
}
