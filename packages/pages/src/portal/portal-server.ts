import {
  stderrLogger,
  systemClock,
  systemRandom,
  type Clock,
  type Logger,
  type Stepward,
} from '@stepward/core';
import { createAddressLimit, type RequestHead } from '@stepward/http';
import { createRenderer, type Renderer } from '../layout/create-renderer.js';
import { createMountCheck } from '../layout/mount-check.js';
import { createRefusedFormLog } from '../links/refused-form.js';
import type { ShippedTexts } from '../texts/choose-texts.js';
import { createFormTokens, type FormTokens } from './forms/form-tokens.js';
import { createPortalNotices, type PortalNotices } from './forms/portal-notices.js';
import { createPortalLinks, type PortalLinks } from './links/portal-links.js';
import { createPortalAnswers, type PortalAnswers } from './portal-answers.js';
import { MAX_PORTAL_LINK_MS, type PortalPageOptions } from './portal-options.js';
import { createPortalPaths, type PortalPaths } from './portal-paths.js';
import type { PortalRoute } from './portal-route.js';
import type { PortalSession, PortalSessionShape } from './portal-session.js';
import type { PortalTexts } from './portal-texts.js';

/** What one page is made of. */
export interface PortalPageDefinition<
  Session extends PortalSession = PortalSession,
  Texts extends PortalTexts = PortalTexts,
  Services extends keyof Stepward = never,
> {
  /** What an error of its options starts with. */
  readonly factory: string;
  /** One segment: `/webhooks`. Everything that the page answers is this path or below it. */
  readonly path: `/${string}`;
  /** The services that the page calls. */
  readonly services: readonly Services[];
  /** What `signedIn` returns. */
  readonly session: PortalSessionShape<Session>;
  /** Whether a person who is signed in is shown the page, from the services; each by default. */
  readonly admits?: (stepward: Pick<Stepward, Services>, session: Session) => Promise<boolean>;
  /** The limit of requests per address is that of this API. */
  readonly limitedAs: 'account' | 'customer';
  /** English and German. A host can change them by `texts`. */
  readonly shipped: ShippedTexts<Texts>;
  /** The first one that matches a path serves it. */
  readonly routes: readonly PortalRoute<Session, Texts, Services>[];
}

/** A page without its own types. */
export type AnyPortalPage = Omit<PortalPageDefinition, 'services'>;

/** Serves one page: what its definition and the host's options come to. */
export interface PortalServer {
  readonly definition: AnyPortalPage;
  readonly stepward: PortalPageOptions['stepward'];
  /** Who is signed in at the host. */
  readonly signedIn: (request: RequestHead) => PortalSession | null | Promise<PortalSession | null>;
  readonly paths: PortalPaths;
  readonly links: PortalLinks;
  readonly forms: FormTokens;
  readonly notices: PortalNotices;
  readonly renderer: Renderer<PortalTexts>;
  readonly answers: PortalAnswers;
  /** Warns once where `publicUrl` lacks the path that the page is mounted below. */
  readonly checkMount: (request: RequestHead) => void;
  readonly limitAddress: ReturnType<typeof createAddressLimit>;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly bodyTimeoutMs: number;
}

/** @throws TypeError where a text or the brand is wrong. */
export function createPortalServer(
  definition: AnyPortalPage,
  options: PortalPageOptions,
): PortalServer {
  const { factory, path } = definition;
  const { stepward, keys, publicUrl, signedIn, bodyTimeoutMs = 10_000 } = options;
  const { linkLifetimeMs = MAX_PORTAL_LINK_MS, portalSessionMs = 3_600_000 } = options;
  const { clock = systemClock, random = systemRandom, logger = stderrLogger } = options;
  const paths = createPortalPaths(factory, publicUrl, path);
  const shared = { path, stepward, keys, clock, random };
  const lifetimes = { linkLifetimeMs, portalSessionMs };
  const renderer = createRenderer(factory, definition.shipped, options);
  const logRefused = createRefusedFormLog(path, logger);
  return {
    ...{ definition, stepward, signedIn, paths, renderer, clock, logger, bodyTimeoutMs },
    links: createPortalLinks({ ...shared, ...lifetimes, address: paths.url }),
    forms: createFormTokens(shared),
    notices: createPortalNotices(shared),
    answers: createPortalAnswers(renderer, () => paths.href(paths.style), logRefused),
    checkMount: createMountCheck(path, paths.base, logger),
    limitAddress: createAddressLimit(definition.limitedAs, options.rateLimits ?? {}, logger),
  };
}
