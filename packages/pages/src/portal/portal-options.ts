import type { Clock, KeyRing, Logger, Random, Stepward } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isFunction,
  isKeyRing,
  isObject,
  isPositiveInteger,
  optional,
  required,
} from '@stepward/core/adapter';
import type { RateLimitOptions, RequestHead } from '@stepward/http';
import { brandRule, type BrandOption } from '../layout/create-renderer.js';
import { publicUrlRule, type PublicUrl } from '../layout/public-url.js';
import type { TextChanges } from '../texts/choose-texts.js';
import type { PortalSession } from './portal-session.js';
import type { PortalTexts } from './portal-texts.js';

/** The options that every page for people who are signed in has. */
export interface PortalPageOptions<
  Session extends PortalSession = PortalSession,
  Texts extends PortalTexts = PortalTexts,
  Services extends keyof Stepward = never,
> {
  /** The services, from `createStepward`. */
  readonly stepward: Pick<Stepward, Services | 'idempotency'>;
  /**
   * Encrypts forms, portal links and portal sessions; from `createKeyRing`. A key must stay in the ring for as long as
   * a portal session lasts.
   */
  readonly keys: KeyRing;
  /**
   * The address that the pages are mounted at, without a slash at the end: `https://app.example.com`; http only on a
   * loopback address. Below a path it has that path. A function if it is known only once the server listens.
   */
  readonly publicUrl: PublicUrl;
  /**
   * Who is signed in, by the host's own sign-in: null shows "You are signed out" (403). Only the fields of the type are
   * used, and forms are valid for as long as they stay the same. Called for every request that has no session of a
   * portal link. Whether the person may see and change what the page shows, and at which
   * assurance, is the host's to decide here.
   */
  readonly signedIn: (request: RequestHead) => Session | null | Promise<Session | null>;
  /** How the pages look, for all tenants or by tenant; null is what a page without a session shows. */
  readonly brand: BrandOption;
  /** Changed texts, and more languages, by locale; English and German are shipped. */
  readonly texts?: TextChanges<Texts>;
  /** How long a portal link works in milliseconds; 600 000 (10 minutes), which is the most. */
  readonly linkLifetimeMs?: number;
  /** How long the session of a portal link lasts in milliseconds; 3 600 000 (1 hour), at most 28 800 000 (8 hours). */
  readonly portalSessionMs?: number;
  /** Timeout for receiving a form in milliseconds, 408 after that; 10 000. */
  readonly bodyTimeoutMs?: number;
  /**
   * The requests per client address: those of the Customer API, for `/security` those of the Account API. Hand over the
   * `rateLimits` of `createHttpApi` with a `store`, so that pages and API count together; by default they are counted in
   * this process. `false` for no limit.
   */
  readonly rateLimits?: RateLimitOptions | false;
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

/** 10 minutes. */
export const MAX_PORTAL_LINK_MS = 600_000;

/** 8 hours: shorter than an idempotency key is kept, by which a closed session stays closed. */
const MAX_PORTAL_SESSION_MS = 28_800_000;

/**
 * @param services the services that the page calls
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function checkPortalOptions<
  Session extends PortalSession,
  Texts extends PortalTexts,
  Services extends keyof Stepward,
>(
  factory: string,
  options: PortalPageOptions<Session, Texts, Services>,
  services: readonly Services[],
): void {
  checkOptions(factory, options, {
    stepward: required('what createStepward returns', (value) => hasServices(value, services)),
    keys: required('a key ring, from createKeyRing', isKeyRing),
    publicUrl: publicUrlRule,
    signedIn: required('a function', isFunction),
    brand: brandRule,
    texts: optional('texts by locale', isObject),
    linkLifetimeMs: optional('an integer from 1 to 600000', atMost(MAX_PORTAL_LINK_MS)),
    portalSessionMs: optional('an integer from 1 to 28800000', atMost(MAX_PORTAL_SESSION_MS)),
    bodyTimeoutMs: optional('a positive integer', isPositiveInteger),
    rateLimits: optional('an object of limits, or false', isLimits),
    logger: optional('a Logger', hasMethods('debug', 'info', 'warn', 'error')),
    clock: optional('a Clock', hasMethods('now', 'timeout')),
    random: optional('a Random', hasMethods('bytes')),
  });
}

function isLimits(value: unknown): boolean {
  return value === false || isObject(value);
}

function hasServices(value: unknown, services: readonly (keyof Stepward)[]): boolean {
  const given = isObject(value) ? (value as Partial<Stepward>) : {};
  return [...services, 'idempotency' as const].every((name) => isObject(given[name]));
}

function atMost(limit: number): (value: unknown) => boolean {
  return (value) => isPositiveInteger(value) && (value as number) <= limit;
}
