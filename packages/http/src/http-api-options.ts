import type { Clock, Logger, Stepward } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isBoolean,
  isFunction,
  isObject,
  isPositiveInteger,
  isText,
  optional,
  parseUrl,
  required,
  type OptionRules,
} from '@stepward/core/adapter';
import type { AccessTokenAuthenticator } from './auth/access-tokens.js';
import type { CredentialOptions } from './auth/read-credential.js';
import type { ServiceSecrets } from './auth/service-secrets.js';
import type { RateLimitOptions } from './limits/create-request-limiter.js';
import type { RequestObserver } from './observe-request.js';
import type { RenderProblem } from './errors/problem.js';
import type { OperationServices } from './operations/create-operations.js';

/** The options of `createHttpApi`. */
export interface HttpApiOptions extends CredentialOptions {
  /** The services, from `createStepward`. */
  readonly stepward: OperationServices & Pick<Stepward, 'idempotency' | 'refusedAccess'>;
  /**
   * Resolves an access token to its principal: an end user on the Account API, an administrator on the
   * Customer API where the token has that API's scopes.
   */
  readonly accessTokens: AccessTokenAuthenticator;
  /** Timeout for receiving a body in milliseconds, 408 after that; 1 to 600 000, 10 000 by default. */
  readonly bodyTimeoutMs?: number;
  /**
   * The host name below which every tenant has a subdomain, for example `example.com` for `acme.example.com`. By
   * default host names do not identify tenants.
   */
  readonly tenantDomain?: string;
  /**
   * The secrets of the authentication application, for the Internal API: one, or two while one of them is
   * being replaced; or a function that checks short-lived ones. Without any, every request of that API is answered with 401.
   */
  readonly serviceSecrets?: ServiceSecrets;
  /** Whether writes require `account.mfa:write` and `account.phone:write`; false. */
  readonly requireAccountScopes?: boolean;
  /**
   * The request limits; by default 60 a minute per person and 120 per address on the Account API, 600 per key and 300
   * per address on the Customer API, counted in this process. `false` for no limits (specification, "Limits").
   */
  readonly rateLimits?: RateLimitOptions | false;
  /** The host's own shape of error bodies; problem details (RFC 9457) by default. */
  readonly renderProblem?: RenderProblem;
  /**
   * Receives every 500 at `error`, and the reason of a refused credential at `debug`. Standard error by default,
   * without `debug`.
   */
  readonly logger?: Logger;
  /** Creates the id of a request without one; a random UUID by default. It goes into a header and must not throw. */
  readonly requestId?: () => string;
  /** Observes each request of an operation, for example `createTelemetry(…).observeRequest`; none by default. */
  readonly observeRequest?: RequestObserver;
  /** Times the wait for a body. The machine's clock by default. */
  readonly clock?: Pick<Clock, 'timeout'>;
}

const MAX_BODY_TIMEOUT_MS = 600_000;

/** The options that `requireAssurance` shares. */
export type CredentialCheckOptions = CredentialOptions &
  Pick<HttpApiOptions, 'accessTokens' | 'renderProblem' | 'logger' | 'requestId'>;

/** The rules of those options. */
export const credentialRules: OptionRules<CredentialCheckOptions> = {
  accessTokens: required(
    'an authenticator, for example createJwtAuthenticator({ … })',
    hasMethods('authenticate'),
  ),
  credentials: optional("'bearer', { cookie: 'name' } or a function", isCredentialSource),
  allowedOrigins: optional(
    'a list of origins, for example https://app.example.com: no path, and no slash at the end',
    isListOfOrigins,
  ),
  checkOrigin: optional('a boolean', isBoolean),
  requireTls: optional('a boolean', isBoolean),
  renderProblem: optional('a function', isFunction),
  logger: optional('a Logger', hasMethods('debug', 'info', 'warn', 'error')),
  requestId: optional('a function', isFunction),
};

/** @throws TypeError that names the option which is missing, misspelt or of a wrong type. */
export function checkHttpApiOptions(options: HttpApiOptions): void {
  checkOptions('createHttpApi', options, {
    stepward: required('what createStepward returns', isStepward),
    ...credentialRules,
    bodyTimeoutMs: optional('an integer from 1 to 600000', isBodyTimeout),
    tenantDomain: optional('a host name without port', isText),
    serviceSecrets: optional(
      'a list of texts or { sha256 }, at most two, or a function',
      areSecrets,
    ),
    requireAccountScopes: optional('a boolean', isBoolean),
    rateLimits: optional('an object of limits, or false', isLimits),
    observeRequest: optional('a function', isFunction),
    clock: optional('a Clock', hasMethods('timeout')),
  });
}

/** The services that the routes call. */
const SERVICES = {
  enrolments: true,
  phones: true,
  stepUp: true,
  tenants: true,
  policies: true,
  apiKeys: true,
  idempotency: true,
  refusedAccess: true,
} as const satisfies { readonly [Service in keyof HttpApiOptions['stepward']]?: true };

function isStepward(value: unknown): boolean {
  const services = isObject(value) ? value : {};
  return Object.keys(SERVICES).every((name) => isObject(services[name]));
}

/** A cookie's name is a token (RFC 6265 section 4.1.1). */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function isCredentialSource(value: unknown): boolean {
  if (value === 'bearer' || isFunction(value)) return true;
  const { cookie, ...others } = isObject(value) ? value : {};
  const isNamed = typeof cookie === 'string' && COOKIE_NAME.test(cookie);
  return isNamed && Object.keys(others).length === 0;
}

function isListOfOrigins(value: unknown): boolean {
  return Array.isArray(value) && value.every(isOrigin);
}

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/.test(value) && parseUrl(value)?.origin === value;
}

function areSecrets(value: unknown): boolean {
  if (isFunction(value)) return true;
  return Array.isArray(value) && value.every((secret) => isText(secret) || isObject(secret));
}

function isBodyTimeout(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_BODY_TIMEOUT_MS;
}

function isLimits(value: unknown): boolean {
  return value === false || isObject(value);
}
