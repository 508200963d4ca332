import type { ChallengeError, VerifyChallengeError } from '@stepward/core';
import { CODE_REFUSALS } from '../code-texts.js';
import { FACTORS } from '../factors/factors.js';
import type { PageFactorName } from '../factors/security-facts.js';
import type { CodePageTextName } from './code-page-texts.js';

/** Every refusal of the step-up service, and of a link that is being used at the same time. */
export type PageRefusal =
  | ChallengeError
  | VerifyChallengeError
  | { readonly code: 'idempotency_key_in_flight' }
  | { readonly code: 'busy' };

/** The text that a person reads above the form; `sessionEnded` is another page. */
export function refusalText({ code }: PageRefusal, factor: PageFactorName): CodePageTextName {
  return FACTORS[factor].codePage.refusals[code] ?? REFUSAL_TEXTS[code];
}

const REFUSAL_TEXTS = {
  ...CODE_REFUSALS,
  factor_suspended: 'factorSuspended',
  phone_not_verified: 'factorUnavailable',
  sms_disabled: 'factorUnavailable',
  sms_not_enrolled: 'factorUnavailable',
  factor_not_enrolled: 'factorUnavailable',
  factor_not_allowed: 'factorUnavailable',
  factor_unknown: 'factorUnavailable',
  nothing_to_send: 'factorUnavailable',
  operation_invalid: 'factorUnavailable',
  organisation_not_found: 'factorUnavailable',
  identity_missing: 'sessionEnded',
  identity_not_found: 'sessionEnded',
  identity_suspended: 'sessionEnded',
  session_taken: 'sessionEnded',
  idempotency_key_in_flight: 'busy',
  busy: 'busy',
} as const satisfies Record<PageRefusal['code'], CodePageTextName>;
