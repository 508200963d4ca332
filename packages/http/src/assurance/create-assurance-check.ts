import {
  stderrLogger,
  systemClock,
  systemRandom,
  type AssuranceLevel,
  type Clock,
} from '@stepward/core';
import { checkOptions, hasMethods, isBoolean, optional } from '@stepward/core/adapter';
import { authenticateUser } from '../auth/authenticate.js';
import { createCredentialReader } from '../auth/read-credential.js';
import type { UserPrincipal } from '../auth/principals.js';
import { failSafeRenderer, renderProblemJson } from '../errors/problem.js';
import { credentialRules, type CredentialCheckOptions } from '../http-api-options.js';
import type { HttpResponse, RequestHead } from '../http-types.js';
import { refuse, Refusal } from '../answer.js';
import { logRefusedToken, refuseThrown } from '../errors/refused-requests.js';
import { readRequestId, checkHeaders } from '../request/headers.js';
import { toResponse } from '../to-response.js';
import { createWarnOnce } from '../logging.js';
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

/** Returns null for a request that may pass, and else the response that refuses it. Never rejects. */
export type AssuranceCheck = (request: RequestHead) => Promise<HttpResponse | null>;

const users = new WeakMap<object, UserPrincipal>();

/**
 * Returns the user of a request that `requireAssurance` let pass.
 *
 * @param request the framework's own request: that of Express or Fastify, or the `Request` of the Fetch API
 * @throws TypeError if `requireAssurance` does not stand before this handler.
 */
export function userOf(request: object): UserPrincipal {
  const user = users.get(request);
  if (user === undefined) {
    throw new TypeError('userOf(request): requireAssurance must stand before this handler');
  }
  return user;
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
    acrValues: optional('names without quotation marks, separated by spaces', isAcrValues),
    clock: optional('a Clock', hasMethods('now')),
  });
  const { acr = 'aal2', maxAge = null, phishingResistant = false } = options;
  const {
    acrValues = phishingResistant ? 'phr' : acr,
    accessTokens,
    clock = systemClock,
  } = options;
  const required = { acr, maxAge, phishingResistant };
  const { logger = stderrLogger, requestId: newRequestId = () => systemRandom.uuid() } = options;
  const render = failSafeRenderer(options.renderProblem ?? renderProblemJson, logger);
  const warn = createWarnOnce(logger);
  const readCredential = createCredentialReader(options);

  async function check(request: RequestHead): Promise<UserPrincipal | Refusal> {
    const duplicated = checkHeaders(request.headers);
    if (duplicated !== null) return duplicated;
    const user = await authenticateUser({ readCredential, accessTokens }, request, REALM);
    if (user instanceof Refusal || isSufficient(user, required, clock.now())) return user;
    return refuse({ code: 'authentication_insufficient', acrValues, maxAge, realm: REALM });
  }

  return async (request) => {
    const requestId = readRequestId(request.headers) ?? newRequestId();
    const fields = { requestId, method: request.method };
    const checked = await check(request).catch((thrown: unknown) =>
      refuseThrown(thrown, fields, logger),
    );
    if (checked instanceof Refusal) {
      logRefusedToken(checked, fields, { logger, warn });
      return toResponse(checked, request, requestId, render);
    }
    if (typeof request.original === 'object' && request.original !== null) {
      users.set(request.original, checked);
    }
    return null;
  };
}

const REALM = 'resource';
const MAX_AGE = 365 * 24 * 60 * 60;

function isMaxAge(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_AGE;
}

/** Visible ASCII without `"` and `\\`, so it is the same inside a quoted string. */
const ACR_VALUES = /^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/;

function isAcrValues(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 255 && ACR_VALUES.test(value);
}
