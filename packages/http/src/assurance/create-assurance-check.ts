import { systemClock, type AssuranceLevel, type Clock } from '@stepward/core';
import { checkOptions, hasMethods, isBoolean, optional } from '@stepward/core/adapter';
import { credentialRules, type CredentialCheckOptions } from '../http-api-options.js';
import { createUserCheck, REALM, type AssuranceCheck } from './create-user-check.js';
import { isSufficient } from './decide-assurance.js';

/** The authentication that a resource of the host requires, and how its callers present their access tokens. */
export interface AssuranceOptions extends CredentialCheckOptions {
  /** The lowest level; `aal2` by default. A token without a level is refused. */
  readonly acr?: AssuranceLevel;
  /**
   * Whether the authentication must resist phishing, which of Stepward's factors WebAuthn alone does; false by default.
   * `phishingResistant` of the token's claims says whether it does.
   */
  readonly phishingResistant?: boolean;
  /**
   * The maximum age of the user's authentication (`auth_time`) in seconds; 0 to 31 536 000 (a year). By default any
   * age; with it, a token without a time is refused.
   */
  readonly maxAge?: number;
  /**
   * The `acr_values` of the challenge, separated by spaces, if the authorisation server has other names for the
   * level; by default `acr`, or `phr` where the authentication must resist phishing (OpenID Connect Extended
   * Authentication Profile ACR Values 1.0).
   */
  readonly acrValues?: string;
  /** The machine's clock by default. */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * The check behind `requireAssurance`, for authors of bindings. It refuses a request without a valid access token
 * with 401 `token_missing` or `token_invalid`, and, if its user authenticated too weakly or too long ago, with 401
 * `authentication_insufficient` and the challenge of RFC 9470 section 3.
 *
 * @param usage how the binding is called, for errors
 * @throws TypeError that names the option which is missing, misspelt or of a wrong type.
 */
export function createAssuranceCheck(usage: string, options: AssuranceOptions): AssuranceCheck {
  checkOptions<AssuranceOptions>(usage, options, {
    ...credentialRules,
    acr: optional("'aal1' or 'aal2'", (value) => value === 'aal1' || value === 'aal2'),
    phishingResistant: optional('true or false', isBoolean),
    maxAge: optional('a whole number of seconds from 0 to 31536000', isMaxAge),
    acrValues: acrValuesRule,
    clock: optional('a Clock', hasMethods('now')),
  });
  const { acr = 'aal2', maxAge = null, phishingResistant = false } = options;
  const { acrValues = phishingResistant ? 'phr' : acr, clock = systemClock } = options;
  const required = { acr, maxAge, phishingResistant };
  return createUserCheck(options, (user) =>
    isSufficient(user, required, clock.now())
      ? null
      : { code: 'authentication_insufficient', acrValues, maxAge, realm: REALM },
  );
}

const MAX_AGE = 365 * 24 * 60 * 60;

function isMaxAge(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_AGE;
}

/** Visible ASCII without `"` and `\\`, so it is the same inside a quoted string. */
const ACR_VALUES = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/;

/** The rule of the `acr_values` of a challenge. */
export const acrValuesRule = optional(
  'names without quotation marks, separated by spaces',
  (value) => typeof value === 'string' && value.length <= 255 && ACR_VALUES.test(value),
);
