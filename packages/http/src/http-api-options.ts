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
  required,
} from '@stepward/core/adapter';
import type { AccessTokenAuthenticator } from './auth/access-tokens.js';
import type { CredentialSource } from './auth/read-credential.js';
import type { ServiceSecret } from './auth/service-secrets.js';
import type { RateLimitOptions } from './limits/create-request-limiter.js';
import type { RenderProblem } from './problem.js';
import type { OperationServices } from './operations/create-operations.js';

/** What a host hands over to serve the API. */
export interface HttpApiOptions {
  /** The services, from `createStepward`. */
  readonly stepward: OperationServices & Pick<Stepward, 'idempotency'>;
  /**
   * Resolves an access token to its principal: an end user on the Account API, an administrator on the
   * Customer API where the token has that API's scopes.
   */
  readonly accessTokens: AccessTokenAuthenticator;
  /**
   * Where access tokens are: `bearer` (the default) in the `Authorization` header, `{ cookie: 'name' }` in a
   * cookie, or where a function finds them. Management keys are bearer tokens in every case.
   */
  readonly credentials?: CredentialSource;
  /**
   * Origins, for example `https://app.example.com`, whose pages may send POST, PUT, PATCH and DELETE with a
   * credential that is not a bearer token. None by default: then only pages of the API's own origin may.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Whether such requests are checked for their origin (403 `origin_refused`); true. False where the host
   * has a CSRF protection of its own, or where no browser attaches the credential by itself.
   */
  readonly checkOrigin?: boolean;
  /**
   * Whether a credential that came over plain http is refused with 403 `tls_required`, unless the client's
   * address is loopback (specification, "Authentication": TLS 1.2 or higher); true.
   */
  readonly requireTls?: boolean;
  /** Milliseconds that a client may take to send a body, else 408; 1 to 600 000, 10 000 by default. */
  readonly bodyTimeoutMs?: number;
  /**
   * The host name below which every tenant has a subdomain, for example `example.com` for
   * `acme.example.com`. Left out, host names say nothing about tenants.
   */
  readonly tenantDomain?: string;
  /**
   * The secrets of the authentication application, for the Internal API: one, or two while one of them is
   * being replaced. Without any, every request of that API is answered with 401.
   */
  readonly serviceSecrets?: readonly ServiceSecret[];
  /** Whether writes ask for `account.mfa:write` and `account.phone:write`; false. */
  readonly requireAccountScopes?: boolean;
  /**
   * How many requests are served; by default 60 a minute per person and 120 per address on the Account
   * API, 600 per key and 300 per address on the Customer API, counted in this process. `false` for no
   * limits (specification, "Limits").
   */
  readonly rateLimits?: RateLimitOptions | false;
  /** The host's own shape of error bodies; problem details (RFC 9457) by default. */
  readonly renderProblem?: RenderProblem;
  /** Gets every 500 at `error`, and at `debug` why a credential was refused. Standard error by default, without `debug`. */
  readonly logger?: Logger;
  /**
   * Makes the id of a request that brings none; a random UUID by default. It goes into a header and must
   * not throw.
   */
  readonly requestId?: () => string;
  /** Ends the wait for a body. The machine's clock by default. */
  readonly clock?: Pick<Clock, 'timeout'>;
}

const MAX_BODY_TIMEOUT_MS = 600_000;

/** @throws TypeError that names the option which is missing, misspelt or of a wrong type. */
export function checkHttpApiOptions(options: HttpApiOptions): void {
  checkOptions('createHttpApi', options, {
    stepward: required('what createStepward returns', isStepward),
    accessTokens: required(
      'an authenticator, for example createJwtAuthenticator({ … })',
      hasMethods('authenticate'),
    ),
    credentials: optional("'bearer', { cookie: 'name' } or a function", isCredentialSource),
    allowedOrigins: optional('a list of origins', isListOfTexts),
    checkOrigin: optional('a boolean', isBoolean),
    requireTls: optional('a boolean', isBoolean),
    bodyTimeoutMs: optional('an integer from 1 to 600000', isBodyTimeout),
    tenantDomain: optional('a host name without port', isText),
    serviceSecrets: optional('a list of texts or { sha256 }, at most two', isListOfSecrets),
    requireAccountScopes: optional('a boolean', isBoolean),
    rateLimits: optional('an object of limits, or false', isLimits),
    renderProblem: optional('a function', isFunction),
    logger: optional('a Logger', hasMethods('debug', 'info', 'warn', 'error')),
    requestId: optional('a function', isFunction),
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
} as const satisfies { readonly [Service in keyof HttpApiOptions['stepward']]?: true };

function isStepward(value: unknown): boolean {
  const services = isObject(value) ? (value as Readonly<Record<string, unknown>>) : {};
  return Object.keys(SERVICES).every((name) => isObject(services[name]));
}

/** A cookie's name is a token (RFC 6265 section 4.1.1). */
const COOKIE_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function isCredentialSource(value: unknown): boolean {
  if (value === 'bearer' || isFunction(value)) return true;
  const { cookie, ...others } = isObject(value) ? (value as Readonly<Record<string, unknown>>) : {};
  const isNamed = typeof cookie === 'string' && COOKIE_NAME.test(cookie);
  return isNamed && Object.keys(others).length === 0;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isListOfSecrets(value: unknown): boolean {
  return Array.isArray(value) && value.every((secret) => isText(secret) || isObject(secret));
}

function isBodyTimeout(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_BODY_TIMEOUT_MS;
}

function isLimits(value: unknown): boolean {
  return value === false || isObject(value);
}
