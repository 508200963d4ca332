import { addMs, days, hasMoment } from '../shared/duration.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import type { TenantPasswordPolicy } from '../policy/policy-fields.js';

/** The rules for passwords in an effective policy. */
export type PasswordRules = Pick<
  EffectivePolicy,
  | 'passwordMinLength'
  | 'passwordRequireUppercase'
  | 'passwordRequireLowercase'
  | 'passwordRequireNumber'
  | 'passwordRequireSymbol'
>;

/** A rule that a password breaks. `limit` is in Unicode code points. */
export type PasswordViolation =
  | { readonly code: 'password_too_short'; readonly limit: number }
  | { readonly code: 'password_too_long'; readonly limit: number }
  | { readonly code: 'password_needs_uppercase' }
  | { readonly code: 'password_needs_lowercase' }
  | { readonly code: 'password_needs_number' }
  | { readonly code: 'password_needs_symbol' }
  | { readonly code: 'password_context' }
  | { readonly code: 'password_breached' }
  | { readonly code: 'password_breach_check_failed' }
  | { readonly code: 'password_reused' };

/** Longer passwords add only work for the hash function. */
const MAX_LENGTH = 1024;

/** Shorter words are in too many good passwords. */
const MIN_CONTEXT_LENGTH = 4;

/** Normalising never combines more than this many UTF-16 units into one code point, so longer input need not be read. */
const MAX_UNITS_PER_CODE_POINT = 8;

/**
 * Returns the rules that a password breaks by itself. It is checked in Unicode normal form NFC, by code points (NIST SP
 * 800-63B-4 section 3.1.1.2), so that it counts the same from every keyboard.
 *
 * @param context words that are easy to guess for this person; see `PasswordService.check`
 */
export function checkPasswordText(
  password: string,
  rules: PasswordRules,
  context: readonly string[] = [],
): PasswordViolation[] {
  if (password.length > MAX_LENGTH * MAX_UNITS_PER_CODE_POINT) {
    return [{ code: 'password_too_long', limit: MAX_LENGTH }];
  }
  const text = normalisePassword(password);
  const length = Array.from(text).length;
  const violations: PasswordViolation[] = [];
  if (length < rules.passwordMinLength) {
    violations.push({ code: 'password_too_short', limit: rules.passwordMinLength });
  }
  if (length > MAX_LENGTH) violations.push({ code: 'password_too_long', limit: MAX_LENGTH });
  if (rules.passwordRequireUppercase && !/\p{Lu}/u.test(text)) {
    violations.push({ code: 'password_needs_uppercase' });
  }
  if (rules.passwordRequireLowercase && !/\p{Ll}/u.test(text)) {
    violations.push({ code: 'password_needs_lowercase' });
  }
  if (rules.passwordRequireNumber && !/\p{Nd}/u.test(text)) {
    violations.push({ code: 'password_needs_number' });
  }
  if (rules.passwordRequireSymbol && !/[\p{P}\p{S}]/u.test(text)) {
    violations.push({ code: 'password_needs_symbol' });
  }
  if (containsAny(text, context)) violations.push({ code: 'password_context' });
  return violations;
}

/** The least length: where a second factor is not required, the tenant's for passwords alone, if that is larger. */
export function leastLength(
  {
    mfaEnforcement,
    passwordMinLength,
  }: Pick<EffectivePolicy, 'mfaEnforcement' | 'passwordMinLength'>,
  { minLengthWithoutMfa }: Pick<TenantPasswordPolicy, 'minLengthWithoutMfa'>,
): number {
  return mfaEnforcement === 'required'
    ? passwordMinLength
    : Math.max(passwordMinLength, minLengthWithoutMfa);
}

function containsAny(text: string, words: readonly string[]): boolean {
  const folded = foldCase(text);
  return words
    .map(foldCase)
    .some((word) => Array.from(word).length >= MIN_CONTEXT_LENGTH && folded.includes(word));
}

/** In capitals, which are the same for ß and ss, and for both small sigmas. */
function foldCase(text: string): string {
  return normalisePassword(text).toUpperCase();
}

/** The form in which a password is counted, checked and should be hashed. */
export function normalisePassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Whether a password has reached its maximum age; 0 days means that it never does.
 *
 * @throws TypeError where a time is not a valid Date: the password would never expire.
 */
export function mustChangePassword(
  policy: Pick<EffectivePolicy, 'passwordMaxAgeDays'>,
  changedAt: Date,
  now: Date,
): boolean {
  if (!hasMoment(changedAt) || !hasMoment(now)) {
    throw new TypeError('mustChangePassword: changedAt and now must be valid Dates');
  }
  const { passwordMaxAgeDays } = policy;
  return passwordMaxAgeDays > 0 && now >= addMs(changedAt, days(passwordMaxAgeDays));
}
