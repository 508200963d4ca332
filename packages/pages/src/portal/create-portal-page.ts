import type { Stepward } from '@stepward/core';
import {
  describeError,
  storageRefusal,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import { answerOf } from '../layout/answer-of.js';
import { serveStyle } from '../layout/assets.js';
import { servePortalLink } from './links/serve-portal-link.js';
import { checkPortalOptions, type PortalPageOptions } from './portal-options.js';
import { matchRoute } from './portal-route.js';
import {
  createPortalServer,
  type AnyPortalPage,
  type PortalPageDefinition,
  type PortalServer,
} from './portal-server.js';
import { readPortalSession, type PortalOwner, type PortalSession } from './portal-session.js';
import { PORTAL_STYLE } from './portal-style.js';
import type { PortalTexts } from './portal-texts.js';
import { servePortalRoute } from './serve-portal-route.js';

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

/**
 * Builds a page from its routes. The frame does what every page needs: who is signed in, portal links, tokens, forms
 * that take effect once, redirects with a notice, and a page for every refusal. `docs/own-pages.md` has a whole page
 * with its test.
 *
 * @example
 * const page = createPortalPage<ContactSession, ContactTexts, 'tenants'>(
 *   {
 *     factory: 'createContactPage',
 *     path: '/contact',
 *     services: ['tenants'],
 *     session: {
 *       rules: { ...portalSessionRules, userId: required('a text', isText) },
 *       pick: ({ tenantId, sessionId, userId }) => ({ tenantId, sessionId, userId }),
 *       namesOf: ({ tenantId, userId }) => ({ person: userId, account: tenantId }),
 *     },
 *     limitedAs: 'customer',
 *     shipped: { en: english, de: german },
 *     routes: [{ path: '/contact', show, actions: { save } }],
 *   },
 *   { stepward, keys, publicUrl: 'https://app.example.com', brand: { name: 'Example' }, signedIn },
 * );
 * app.use(stepwardExpress(page));
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
  checkPortalOptions(definition.factory, options, definition.services);
  // The frame hands sessions, texts and services to the routes as they are, and needs none of their own types.
  const server = createPortalServer(definition as unknown as AnyPortalPage, options);
  const { enter, style } = server.paths;
  return {
    paths: [enter, style, ...definition.routes.map((route) => route.path)],
    handle: (request) => handle(server, request),
    createPortalLink: (owner, { locale = null } = {}) => createLink(server, owner, locale),
  };
}

async function handle(server: PortalServer, request: HttpRequest): Promise<HttpResponse | null> {
  const answer = await serve(server, request).catch((thrown: unknown) => {
    const refusal = storageRefusal(thrown);
    const error = describeError(thrown);
    const what = { page: server.definition.path, method: request.method, error };
    if (refusal === null) server.logger.error(what, 'a page failed');
    return server.answers.failed(request, refusal);
  });
  return answer !== null && request.method === 'HEAD' ? { ...answer, body: null } : answer;
}

/** Null for a path that is not the page's. */
async function serve(server: PortalServer, request: HttpRequest): Promise<HttpResponse | null> {
  const { definition, paths, answers } = server;
  if (request.path === paths.style) return serveStyle(request.query, PORTAL_STYLE);
  const matched = definition.routes
    .map((route) => ({ route, params: matchRoute(route.path, request.path) }))
    .find(({ params }) => params !== null);
  const isLink = request.path === paths.enter;
  if (matched === undefined && !isLink) return null;
  server.checkMount(request);
  if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
    const how = { status: 405, headers: { allow: 'GET, POST' } };
    return answers.message(request, 'requestRefused', null, how);
  }
  const limited = await server.limitAddress(request);
  if (limited !== null) return answers.message(request, 'tooMany', null, answerOf(limited));
  return isLink || matched === undefined
    ? servePortalLink(server, request)
    : servePortalRoute(server, request, matched.route, matched.params ?? {});
}

async function createLink(
  { definition: { factory, session: shape }, links, paths }: PortalServer,
  owner: object,
  locale: string | null,
): Promise<string> {
  const given = { ...owner, sessionId: 'that of the link' };
  const { sessionId: _, ...checked } = readPortalSession(factory, 'owner.', shape, given);
  const link = await links.create({ owner: checked, locale });
  return paths.url().origin + paths.href(paths.enter, { link });
}
