import type {
  GenerateCodesError,
  RemoveEnrolmentError,
  RemovePhoneError,
  StartEnrolmentError,
  StartPhoneError,
  StartTotpError,
  VerifyEnrolmentError,
  VerifyPhoneError,
} from '@stepward/core';
import { CODE_REFUSALS } from '../code-refusals.js';
import type { SecurityTextName } from './security-texts.js';

/** Every refusal of what the page does. */
export type SecurityRefusal =
  | StartEnrolmentError
  | VerifyEnrolmentError
  | RemoveEnrolmentError
  | StartTotpError
  | GenerateCodesError
  | StartPhoneError
  | VerifyPhoneError
  | RemovePhoneError;

/** The text that a person reads. */
export const SECURITY_REFUSALS = {
  assurance_insufficient: 'stepUpNeeded',
  ...CODE_REFUSALS,
  sms_disabled: 'unavailable',
  factor_not_allowed: 'notAllowed',
  phone_not_verified: 'smsNeedsPhone',
  already_enrolled: 'alreadyEnrolled',
  start_budget_spent: 'totpStartLater',
  not_enrolled: 'notEnrolled',
  last_factor: 'lastFactor',
  no_factor: 'recoveryNeedsFactor',
  phone_invalid: 'phoneInvalid',
  phone_in_use: 'phoneInUse',
  phone_not_found: 'phoneMissing',
  identity_unknown: 'sessionEnded',
  identity_suspended: 'sessionEnded',
} as const satisfies Record<SecurityRefusal['code'], SecurityTextName>;

/** The organisation of the session forbids the factor. */
export const NOT_ALLOWED = { code: 'factor_not_allowed' } as const satisfies SecurityRefusal;
