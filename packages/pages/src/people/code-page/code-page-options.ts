import type { Clock, KeyRing, Logger, Random, SteppedUp, Stepward } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isFunction,
  isKeyRing,
  isObject,
  isPositiveInteger,
  optional,
  parseUrl,
  required,
} from '@stepward/core/adapter';
import type { RequestHead } from '@stepward/http';
import { brandRule, type BrandOption } from '../../layout/create-renderer.js';
import { publicUrlRule, type PublicUrl } from '../../layout/public-url.js';
import type { TextChanges } from '../../texts/choose-texts.js';
import type { CodePageTexts } from './code-page-texts.js';
import type { VerifyLink } from './verify-link.js';

/** Whose session a link is for. */
export type LinkOwner = Pick<
  VerifyLink,
  'tenantId' | 'identityId' | 'sessionId' | 'organisationId' | 'operation'
>;

/** The options of `createCodePage`. */
export interface CodePageOptions {
  /** The services, from `createStepward`. */
  readonly stepward: Pick<Stepward, 'stepUp' | 'accounts' | 'idempotency'>;
  /** Encrypts the links; from `createKeyRing`. Links live for minutes, so a key may leave the ring soon after. */
  readonly keys: KeyRing;
  /**
   * The address that the pages are mounted at, without a slash at the end: `https://login.example.com`; http only on a
   * loopback address. Below a path it has that path. A function if it is known only once the server listens.
   */
  readonly publicUrl: PublicUrl;
  /**
   * Whether the session of a link still exists, belongs to that person, and is the session of this browser: compare
   * it with the request's cookie, so that a link that was passed on is useless. Called for every request.
   */
  readonly isSessionActive: (owner: LinkOwner, request: RequestHead) => boolean | Promise<boolean>;
  /**
   * Marks the host's session with what the person proved. Called once for a link, before the browser is sent on. If
   * it throws, the person sees an error page, and the session is not marked. `request.original` is the framework's
   * request, whose `session` libraries such as express-session use. Where the link has an operation, `proof.grant` lets it
   * be done once.
   */
  readonly onVerified: (proof: SteppedUp, owner: LinkOwner, request: RequestHead) => unknown;
  /** How the pages look, for all tenants or by tenant; null is what a page without a readable link shows. */
  readonly brand: BrandOption;
  /** Changed texts, and more languages, by locale; English and German are shipped. */
  readonly texts?: TextChanges<CodePageTexts>;
  /** Origins, beside that of `publicUrl`, that a link may return to: `https://app.example.com`. None by default. */
  readonly returnOrigins?: readonly string[];
  /** How long a link works in milliseconds; 600 000 (10 minutes), which is the most. */
  readonly linkLifetimeMs?: number;
  /** The `sendCooldownMs` of `createStepward`, for the countdown; 60 000. */
  readonly sendCooldownMs?: number;
  /** Timeout for receiving a form in milliseconds, 408 after that; 10 000. */
  readonly bodyTimeoutMs?: number;
  /**
   * Receives every 500 at `error`, and every refused form at `debug`, the first for each reason at `warn`; standard error
   * by default.
   */
  readonly logger?: Logger;
  /** The machine's clock by default. */
  readonly clock?: Clock;
  /** The platform's secure generator by default. */
  readonly random?: Random;
}

/** 10 minutes: twice the life of a step-up code. */
export const MAX_LINK_LIFETIME_MS = 600_000;

/** @throws TypeError that names the option that is missing, misspelt or wrong. */
export function checkCodePageOptions(options: CodePageOptions): void {
  checkOptions('createCodePage', options, {
    stepward: required('what createStepward returns', isStepward),
    keys: required('a key ring, from createKeyRing', isKeyRing),
    publicUrl: publicUrlRule,
    isSessionActive: required('a function', isFunction),
    onVerified: required('a function', isFunction),
    brand: brandRule,
    texts: optional('texts by locale', isObject),
    returnOrigins: optional('a list of origins, such as https://app.example.com', isOrigins),
    linkLifetimeMs: optional('an integer from 1 to 600000', isLifetime),
    sendCooldownMs: optional('a positive integer', isPositiveInteger),
    bodyTimeoutMs: optional('a positive integer', isPositiveInteger),
    logger: optional('a Logger', hasMethods('debug', 'info', 'warn', 'error')),
    clock: optional('a Clock', hasMethods('now', 'timeout')),
    random: optional('a Random', hasMethods('bytes')),
  });
}

const SERVICES = ['stepUp', 'accounts', 'idempotency'] as const;

function isStepward(value: unknown): boolean {
  return isObject(value) && SERVICES.every((name) => isObject((value as Partial<Stepward>)[name]));
}

/** Whether a value is a list of origins as browsers write them. */
export function isOrigins(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.every(
      (each) =>
        typeof each === 'string' && /^https?:/.test(each) && parseUrl(each)?.origin === each,
    )
  );
}

function isLifetime(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_LINK_LIFETIME_MS;
}
