import { err, ok, type Result } from 'neverthrow';
import { isObject } from '../shared/checks/check-options.js';
import type { FieldViolation, ViolationRule } from '../shared/checks/field-violation.js';
import { printable } from '../shared/printable.js';
import { FACTOR_NAMES, isFactorName } from '../records/factor-name.js';
import type { Identity } from '../records/identity.js';
import { parsePhoneNumber } from '../records/phone-number.js';

/** The identity is invalid; every broken rule is listed. */
export interface IdentityInvalid {
  readonly code: 'identity_invalid';
  readonly violations: readonly FieldViolation[];
}

const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const isId = printable(1, 255);

/** One rule for each field. Unknown values are null, 0 or an empty array, and never left out. */
const RULES: {
  readonly [Name in keyof Identity]: {
    readonly rule: ViolationRule;
    readonly limit: string;
    readonly accepts: (value: unknown) => boolean;
  };
} = {
  identityId: {
    rule: 'text',
    limit: '1 to 255 characters, no control characters',
    accepts: isId,
  },
  state: {
    rule: 'one_of',
    limit: 'active, suspended',
    accepts: (value) => value === 'active' || value === 'suspended',
  },
  phone: {
    rule: 'phone',
    limit: 'null, or { number, verified } with a number in E.164 form and a boolean',
    accepts: (value) => value === null || isPhone(value),
  },
  otherFactors: {
    rule: 'one_of',
    limit: `an array of ${FACTOR_NAMES.join(', ')}`,
    accepts: (value) => Array.isArray(value) && value.every(isFactorName),
  },
  backupCodesRemaining: {
    rule: 'non_negative_integer',
    limit: 'an integer of 0 or more',
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  locale: {
    rule: 'locale',
    limit: 'a BCP 47 language tag, or null',
    accepts: (value) => value === null || (typeof value === 'string' && LOCALE.test(value)),
  },
};

/** Checks an identity that comes from a host's code, which may be JavaScript. */
export function checkIdentity(identity: Identity): Result<Identity, IdentityInvalid> {
  const violations = Object.entries(RULES).flatMap(([field, { rule, limit, accepts }]) => {
    const value: unknown = identity[field as keyof Identity];
    // A phone number is not repeated: errors are logged.
    return accepts(value) ? [] : [{ field, rule, limit, value: field === 'phone' ? null : value }];
  });
  return violations.length === 0 ? ok(identity) : err({ code: 'identity_invalid', violations });
}

function isPhone(value: unknown): boolean {
  if (!isObject(value)) return false;
  return parsePhoneNumber(value['number']).isOk() && typeof value['verified'] === 'boolean';
}
