import { stderrLogger, systemClock, systemRandom, type Stepward } from '@stepward/core';
import {
  createAddressLimit,
  describeError,
  storageRefusal,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import { answerOf } from '../layout/answer-of.js';
import { serveStyle } from '../layout/assets.js';
import { createRenderer } from '../layout/create-renderer.js';
import { createMountCheck } from '../layout/mount-check.js';
import { createRefusedFormLog } from '../links/refused-form.js';
import type { ShippedTexts } from '../texts/choose-texts.js';
import { createFormTokens } from './forms/form-tokens.js';
import { matchRoute } from './match-route.js';
import { createPortalAnswers } from './portal-answers.js';
import { createPortalLinks } from './links/portal-links.js';
import { createPortalNotices } from './forms/portal-notices.js';
import {
  checkPortalOptions,
  MAX_PORTAL_LINK_MS,
  type PortalPageOptions,
} from './portal-options.js';
import { createPortalPaths } from './portal-paths.js';
import type { PortalRoute } from './portal-route.js';
import {
  readPortalSession,
  type PortalOwner,
  type PortalSession,
  type PortalSessionShape,
} from './portal-session.js';
import { PORTAL_STYLE } from './portal-style.js';
import type { PortalTexts } from './portal-texts.js';
import { createPortalLinkServer } from './links/serve-portal-link.js';
import { createPortalRouteServer } from './serve-portal-route.js';

/** What a portal link has beside its owner. */
export interface PortalLinkOptions {
  /** BCP 47 tag; the browser's language by default. */
  readonly locale?: string;
}

/** A page for people who are signed in. Mount it as the API is mounted: `app.use(stepwardExpress(page))`. */
export interface PortalPage<Session extends PortalSession> extends HttpApi {
  /**
   * Makes an address that opens the page without the host's sign-in, for exactly this session. It works once, and for
   * `linkLifetimeMs`. Send it only to that person: who opens it first is signed in.
   *
   * @throws TypeError that names the field of the owner that is missing or wrong.
   */
  createPortalLink(owner: PortalOwner<Session>, options?: PortalLinkOptions): Promise<string>;
}

/** What one page is made of. */
export interface PortalPageDefinition<
  Session extends PortalSession,
  Texts extends PortalTexts,
  Services extends keyof Stepward,
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
  /** The API whose limit of requests per address counts. */
  readonly limitedAs: 'account' | 'customer';
  readonly shipped: ShippedTexts<Texts>;
  /** The first one that matches a path serves it. Called once, with the services that were asked for. */
  readonly routes: (stepward: Pick<Stepward, Services>) => readonly PortalRoute<Session, Texts>[];
}

/**
 * Builds a page from its routes. The frame does what every page needs: who is signed in, portal links, tokens, forms
 * that take effect once, redirects with a notice, and a page for every refusal.
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createPortalPage<
  Session extends PortalSession,
  Texts extends PortalTexts,
  Services extends keyof Stepward,
>(
  definition: PortalPageDefinition<Session, Texts, Services>,
  options: PortalPageOptions<Session, Texts, Services>,
): PortalPage<Session> {
  const { factory, path, shipped, session: shape } = definition;
  const { admits = async () => true } = definition;
  checkPortalOptions(factory, options, definition.services);
  const routes = definition.routes(options.stepward);
  const { stepward, keys, publicUrl, signedIn } = options;
  const { linkLifetimeMs = MAX_PORTAL_LINK_MS, portalSessionMs = 3_600_000 } = options;
  const { clock = systemClock, random = systemRandom, logger = stderrLogger } = options;
  const { bodyTimeoutMs = 10_000 } = options;
  const paths = createPortalPaths(factory, publicUrl, path);
  const shared = { path, stepward, keys, clock, random };
  const links = createPortalLinks<Session>({
    ...shared,
    linkLifetimeMs,
    portalSessionMs,
    address: paths.url,
  });
  const renderer = createRenderer(factory, shipped, options);
  const logRefused = createRefusedFormLog(path, logger);
  const answers = createPortalAnswers(renderer, () => paths.href(paths.style), logRefused);
  const checkMount = createMountCheck(path, paths.base, logger);
  const limitAddress = createAddressLimit(definition.limitedAs, options.rateLimits ?? {}, logger);
  const parts = { shape, paths, links, renderer, answers, clock, bodyTimeoutMs };
  const serveLink = createPortalLinkServer(parts);
  const serveRoute = createPortalRouteServer({
    ...parts,
    factory,
    admits: (session) => admits(stepward, session),
    forms: createFormTokens(shared),
    notices: createPortalNotices<Texts>(shared),
    signedIn,
    logger,
  });

  /** Null for a path that is not the page's. */
  async function serve(request: HttpRequest): Promise<HttpResponse | null> {
    if (request.path === paths.style) return serveStyle(request.query, PORTAL_STYLE);
    const matched = routes
      .map((route) => ({ route, params: matchRoute(route.path, request.path) }))
      .find(({ params }) => params !== null);
    const isLink = request.path === paths.enter;
    if (matched === undefined && !isLink) return null;
    checkMount(request);
    if (!['GET', 'HEAD', 'POST'].includes(request.method))
      return answers.message(request, 'requestRefused', null, {
        status: 405,
        headers: { allow: 'GET, POST' },
      });
    const limited = await limitAddress(request);
    if (limited !== null) return answers.message(request, 'tooMany', null, answerOf(limited));
    if (isLink || matched === undefined) return serveLink(request);
    return serveRoute(request, matched.route, matched.params ?? {});
  }

  return {
    paths: [paths.enter, paths.style, ...routes.map((route) => route.path)],

    async handle(request) {
      const answer = await serve(request).catch((thrown: unknown) => {
        const refusal = storageRefusal(thrown);
        const error = describeError(thrown);
        const what = { page: path, method: request.method, error };
        if (refusal === null) logger.error(what, 'a page failed');
        return answers.failed(request, refusal);
      });
      return answer !== null && request.method === 'HEAD' ? { ...answer, body: null } : answer;
    },

    async createPortalLink(owner, { locale = null } = {}) {
      const given = { ...owner, sessionId: 'that of the link' };
      const { sessionId: _, ...checked } = readPortalSession(factory, 'owner.', shape, given);
      const link = await links.create({ owner: checked, locale });
      return paths.url().origin + paths.href(paths.enter, { link });
    },
  };
}
