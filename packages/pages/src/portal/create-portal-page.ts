import {
  isStorageBusy,
  stderrLogger,
  systemClock,
  systemRandom,
  type Stepward,
} from '@stepward/core';
import {
  createAddressLimit,
  describeError,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import { answerOf } from '../layout/answer-of.js';
import { serveStyle } from '../layout/assets.js';
import { createRenderer } from '../layout/create-renderer.js';
import { isFromOwnPage, isOwnForm } from '../links/is-own-form.js';
import { createLinkCodec } from '../links/link-codec.js';
import { readForm, type Form } from '../links/read-form.js';
import type { ShippedTexts } from '../texts/choose-texts.js';
import { createFormTokens } from './form-tokens.js';
import { matchRoute } from './match-route.js';
import { createPortalAnswers } from './portal-answers.js';
import { createPortalLinks, type OpenPortal } from './portal-links.js';
import {
  checkPortalOptions,
  MAX_PORTAL_LINK_MS,
  type PortalPageOptions,
} from './portal-options.js';
import type {
  PortalContent,
  PortalNotice,
  PortalOutcome,
  PortalRoute,
  PortalVisit,
} from './portal-route.js';
import type { PortalOwner, PortalSession } from './portal-session.js';
import { PORTAL_STYLE } from './portal-style.js';
import type { PortalTexts } from './portal-texts.js';

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
  /** The API whose limit of requests per address counts. */
  readonly limitedAs: 'account' | 'customer';
  readonly shipped: ShippedTexts<Texts>;
  /** The first one that matches a path serves it. Called once, with the services that were asked for. */
  readonly routes: (stepward: Pick<Stepward, Services>) => readonly PortalRoute<Session, Texts>[];
}

/** How long a notice can be read, in milliseconds: long enough for the redirect. */
const NOTICE_LIFETIME_MS = 60_000;

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
  const { factory, path, shipped } = definition;
  checkPortalOptions(factory, options, definition.services);
  const routes = definition.routes(options.stepward);
  const { stepward, keys, publicUrl, signedIn } = options;
  const { linkLifetimeMs = MAX_PORTAL_LINK_MS, portalSessionMs = 3_600_000 } = options;
  const { clock = systemClock, random = systemRandom, logger = stderrLogger } = options;
  const { bodyTimeoutMs = 10_000 } = options;
  const address = (): URL =>
    new URL((typeof publicUrl === 'function' ? publicUrl() : publicUrl) + path);
  const href = (below: string, query: Readonly<Record<string, string>> = {}): string => {
    const base = address().pathname.slice(0, -path.length);
    const search = new URLSearchParams(query).toString();
    return base + below + (search === '' ? '' : `?${search}`);
  };
  const shared = { path, stepward, keys, clock, random };
  const links = createPortalLinks<Session>({
    ...shared,
    linkLifetimeMs,
    portalSessionMs,
    address,
  });
  const forms = createFormTokens(shared);
  const notices = createLinkCodec<SessionNotice<Texts>>(`portal-notice${path}/v1`, keys, clock);
  const renderer = createRenderer(factory, shipped, options);
  const answers = createPortalAnswers(renderer, () => href(`${path}/page.css`));
  const limitAddress = createAddressLimit(definition.limitedAs, options.rateLimits ?? {}, logger);
  const enterPath = `${path}/enter`;

  /** A person who is signed in, and whether by a portal link. */
  interface Visitor extends OpenPortal<Session> {
    readonly isPortal: boolean;
  }
  type Visit = PortalVisit<Session, Texts>;
  type Route = PortalRoute<Session, Texts>;

  async function findVisitor(request: HttpRequest): Promise<Visitor | null> {
    const open = await links.find(request);
    if (open !== null) return { ...open, isPortal: true };
    const session = await signedIn(request);
    return session === null ? null : { session, locale: null, isPortal: false };
  }

  async function visitOf(
    request: HttpRequest,
    { session, locale }: Visitor,
    params: Visit['params'],
  ): Promise<Visit> {
    const { tenantId } = session;
    return {
      ...(await renderer.frame(request, { tenantId, locale })),
      session,
      params,
      query: new URLSearchParams(request.query),
      csrf: await forms.create(session),
      now: clock.now(),
      clientAddress: request.clientAddress,
      href,
    };
  }

  async function draw(
    visit: Visit,
    { isPortal }: Visitor,
    content: PortalContent,
    how: { readonly status: number; readonly headers?: HttpResponse['headers'] },
  ): Promise<HttpResponse> {
    const { chosen, brand, csrf, query } = visit;
    const read = await notices.read(query.get('notice') ?? '');
    const found = content.alert === null && read.isOk() ? read.value.content : null;
    const notice = found?.of === sessionName(visit.session) ? found.notice : null;
    const leave = isPortal ? { address: href(path), csrf } : null;
    return answers.page({ chosen, brand, content, notice, leave }, how);
  }

  async function show(request: HttpRequest, route: Route, visitor: Visitor, visit: Visit) {
    const content = await route.show(visit);
    return content === null
      ? answers.message(request, 'notFound', readerOf(visitor), { address: href(path) })
      : draw(visit, visitor, content, { status: 200 });
  }

  /** The answer to an outcome, and where the form led: null where that cannot be shown again. */
  async function answerTo(visit: Visit, visitor: Visitor, outcome: PortalOutcome<Texts>) {
    switch (outcome.type) {
      case 'redirect': {
        const { path: below, query = {}, notice } = outcome;
        const expiresAt = new Date(clock.now().getTime() + NOTICE_LIFETIME_MS);
        const linkId = random.uuid();
        const shown = { of: sessionName(visit.session), notice };
        const written = await notices.write({ linkId, expiresAt, content: shown });
        return answers.redirect(href(below, { ...query, notice: written }));
      }
      case 'show_once':
        return draw(visit, visitor, outcome.content, { status: 200 });
      case 'refused':
        return draw(visit, visitor, outcome.content, outcome);
    }
  }

  /** Carries a form out once. If it is refused or fails, it may be sent again. */
  async function submit(
    request: HttpRequest,
    route: Route,
    visitor: Visitor,
    visit: Visit,
    form: Form,
  ): Promise<HttpResponse> {
    const reader = readerOf(visitor);
    const again = { address: href(request.path) };
    const begun = await forms.begin(visitor.session, form, request.path);
    if (begun.isErr()) return answers.message(request, begun.error, reader, again);
    if (begun.value.type === 'redirect') return answers.redirect(begun.value.location);
    const { reservation } = begun.value;
    let location: string | null | undefined;
    try {
      const wanted = form.get('do') ?? '';
      if (visitor.isPortal && wanted === 'leave') {
        const removed = await links.leave(visitor.session);
        return await answers.message(request, 'left', reader, {
          headers: { 'set-cookie': removed },
        });
      }
      const { actions = {} } = route;
      const act = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
      if (act === undefined) return await answers.message(request, 'requestRefused', reader, again);
      const outcome = await act(visit, form);
      if (outcome === null)
        return await answers.message(request, 'notFound', reader, { address: href(path) });
      const answer = await answerTo(visit, visitor, outcome);
      if (outcome.type !== 'refused') location = answer.headers['location'] ?? null;
      return answer;
    } finally {
      const settled =
        location === undefined ? forms.abandon(reservation) : forms.finish(reservation, location);
      // What the form did, and its answer, stand all the same.
      await settled.catch((thrown: unknown) => {
        const error = describeError(thrown);
        logger.error({ page: path, error }, 'the use of a form was not stored');
      });
    }
  }

  async function serveRoute(
    request: HttpRequest,
    route: Route,
    params: Visit['params'],
  ): Promise<HttpResponse> {
    const visitor = await findVisitor(request);
    if (visitor === null) return answers.message(request, 'sessionEnded', null);
    const reader = readerOf(visitor);
    const visit = await visitOf(request, visitor, params);
    if (request.method !== 'POST') return show(request, route, visitor, visit);
    const form = await readForm(request, clock.timeout(bodyTimeoutMs));
    const again = { address: href(request.path) };
    if (form.isErr())
      return answers.message(request, 'requestRefused', reader, {
        ...answerOf(form.error),
        ...again,
      });
    if (!isFromOwnPage(request, address().origin))
      return answers.message(request, 'requestRefused', reader, again);
    return submit(request, route, visitor, visit, form.value);
  }

  /** The page of a portal link: opening it uses nothing up, its button does. */
  async function serveLink(request: HttpRequest): Promise<HttpResponse> {
    const given = new URLSearchParams(request.query).get('link') ?? '';
    const read = await links.read(given);
    if (read.isErr()) return answers.message(request, read.error, null);
    const link = read.value;
    const { owner, locale } = link.content;
    const reader = { tenantId: owner.tenantId, locale };
    const own = href(enterPath, { link: given });
    if (request.method !== 'POST')
      return answers.invite(await renderer.frame(request, reader), own, link.linkId);
    const form = await readForm(request, clock.timeout(bodyTimeoutMs));
    const again = { address: own };
    if (form.isErr())
      return answers.message(request, 'requestRefused', reader, {
        ...answerOf(form.error),
        ...again,
      });
    const csrf = form.value.get('csrf') ?? '';
    if (!isOwnForm(link.linkId, csrf, request, address().origin))
      return answers.message(request, 'requestRefused', reader, again);
    const cookie = await links.enter(link);
    return cookie.isErr()
      ? answers.message(request, cookie.error, reader)
      : answers.redirect(href(path), { 'set-cookie': cookie.value });
  }

  /** Null for a path that is not the page's. */
  async function serve(request: HttpRequest): Promise<HttpResponse | null> {
    if (request.path === `${path}/page.css`) return serveStyle(request.query, PORTAL_STYLE);
    const matched = routes
      .map((route) => ({ route, params: matchRoute(route.path, request.path) }))
      .find(({ params }) => params !== null);
    const isLink = request.path === enterPath;
    if (matched === undefined && !isLink) return null;
    if (!['GET', 'HEAD', 'POST'].includes(request.method))
      return answers.message(request, 'requestRefused', null, {
        status: 405,
        headers: { allow: 'GET, POST' },
      });
    const limited = await limitAddress(request.clientAddress);
    if (limited !== null) return answers.message(request, 'tooMany', null, answerOf(limited));
    if (isLink || matched === undefined) return serveLink(request);
    return serveRoute(request, matched.route, matched.params ?? {});
  }

  return {
    paths: [enterPath, `${path}/page.css`, ...routes.map((route) => route.path)],

    async handle(request) {
      const answer = await serve(request).catch((thrown: unknown) => {
        const isBusy = isStorageBusy(thrown);
        const error = describeError(thrown);
        const what = { page: path, method: request.method, error };
        if (!isBusy) logger.error(what, 'a page failed');
        return answers.failed(request, isBusy ? { code: 'busy' } : null);
      });
      return answer !== null && request.method === 'HEAD' ? { ...answer, body: null } : answer;
    },

    async createPortalLink(owner, { locale = null } = {}) {
      const link = await links.create({ owner, locale });
      return `${address().origin}${href(enterPath, { link })}`;
    },
  };
}

/** A notice, and the session that it is shown to. */
interface SessionNotice<Texts extends PortalTexts> {
  readonly of: string;
  readonly notice: PortalNotice<Texts>;
}

function sessionName({ tenantId, sessionId }: PortalSession): string {
  return JSON.stringify([tenantId, sessionId]);
}

function readerOf<Session extends PortalSession>({ session, locale }: OpenPortal<Session>) {
  return { tenantId: session.tenantId, locale };
}
