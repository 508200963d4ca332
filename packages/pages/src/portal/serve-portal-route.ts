import type { Clock, Logger } from '@stepward/core';
import {
  describeError,
  type HttpRequest,
  type HttpResponse,
  type RequestHead,
} from '@stepward/http';
import type { Renderer } from '../layout/create-renderer.js';
import { refuseOrigin } from '../links/refuse-foreign-form.js';
import { readForm, type Form } from '../links/read-form.js';
import type { FormTokens } from './forms/form-tokens.js';
import type { PortalAnswers } from './portal-answers.js';
import type { OpenPortal, PortalLinks } from './links/portal-links.js';
import type { PortalNotices } from './forms/portal-notices.js';
import type { PortalPaths } from './portal-paths.js';
import type { PortalContent, PortalOutcome, PortalRoute, PortalVisit } from './portal-route.js';
import {
  readPortalSession,
  type PortalSession,
  type PortalSessionShape,
} from './portal-session.js';
import type { PortalTexts } from './portal-texts.js';

export interface PortalRouteServerParts<Session extends PortalSession, Texts extends PortalTexts> {
  /** What an error starts with. */
  readonly factory: string;
  readonly shape: PortalSessionShape<Session>;
  readonly paths: PortalPaths;
  readonly links: PortalLinks<Session>;
  readonly forms: FormTokens;
  readonly notices: PortalNotices<Texts>;
  readonly renderer: Renderer<Texts>;
  readonly answers: PortalAnswers<Texts>;
  /** Who is signed in at the host. */
  readonly signedIn: (request: RequestHead) => Session | null | Promise<Session | null>;
  /** Whether the person may be shown the page. */
  readonly admits: (session: Session) => Promise<boolean>;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  readonly logger: Pick<Logger, 'error'>;
  readonly bodyTimeoutMs: number;
}

/** Serves a route to who is signed in: shows it, or carries a form out once. */
export function createPortalRouteServer<Session extends PortalSession, Texts extends PortalTexts>({
  factory,
  shape,
  paths,
  links,
  forms,
  notices,
  renderer,
  answers,
  signedIn,
  admits,
  clock,
  logger,
  bodyTimeoutMs,
}: PortalRouteServerParts<Session, Texts>) {
  /** A person who is signed in, and whether by a portal link. */
  interface Visitor extends OpenPortal<Session> {
    readonly isPortal: boolean;
  }
  type Visit = PortalVisit<Session, Texts>;
  type Route = PortalRoute<Session, Texts>;

  const home = (): string => paths.href(paths.page);

  async function findVisitor(request: HttpRequest): Promise<Visitor | null> {
    const open = await links.find(request);
    if (open !== null) return { ...open, isPortal: true };
    const given = await signedIn(request);
    if (given === null) return null;
    const session = readPortalSession(factory, 'signedIn().', shape, given);
    return (await admits(session)) ? { session, locale: null, isPortal: false } : null;
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
      href: paths.href,
    };
  }

  async function draw(
    visit: Visit,
    { isPortal }: Visitor,
    content: PortalContent,
    how: { readonly status: number; readonly headers?: HttpResponse['headers'] },
  ): Promise<HttpResponse> {
    const { chosen, brand, csrf, query, session } = visit;
    const given = query.get('notice') ?? '';
    const notice = content.alert === null ? await notices.read(session, given) : null;
    const portal = isPortal ? { names: shape.namesOf(session), address: home(), csrf } : null;
    return answers.page({ chosen, brand, content, notice, portal }, how);
  }

  async function show(request: HttpRequest, route: Route, visitor: Visitor, visit: Visit) {
    const content = await route.show(visit);
    return content === null
      ? answers.message(request, 'notFound', readerOf(visitor), { address: home() })
      : draw(visit, visitor, content, { status: 200 });
  }

  /** The answer to an outcome, and where the form led: null where that cannot be shown again. */
  async function answerTo(visit: Visit, visitor: Visitor, outcome: PortalOutcome<Texts>) {
    switch (outcome.type) {
      case 'redirect': {
        const { path, query = {}, notice } = outcome;
        const written = await notices.write(visit.session, notice);
        return answers.redirect(paths.href(path, { ...query, notice: written }));
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
    const own = paths.href(request.path);
    const begun = await forms.begin(visitor.session, form, request.path);
    if (begun.isErr()) return answers.refused(request, begun.error, reader, own);
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
      if (act === undefined)
        return await answers.refused(request, { reason: 'action' }, reader, own);
      const outcome = await act(visit, form);
      if (outcome === null)
        return await answers.message(request, 'notFound', reader, { address: home() });
      const answer = await answerTo(visit, visitor, outcome);
      if (outcome.type !== 'refused') location = answer.headers['location'] ?? null;
      return answer;
    } finally {
      const settled =
        location === undefined ? forms.abandon(reservation) : forms.finish(reservation, location);
      // What the form did, and its answer, stand all the same.
      await settled.catch((thrown: unknown) => {
        const error = describeError(thrown);
        logger.error({ page: paths.page, error }, 'the use of a form was not stored');
      });
    }
  }

  return async function serveRoute(
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
    const own = paths.href(request.path);
    if (form.isErr()) return answers.refused(request, { reason: form.error.code }, reader, own);
    const foreign = refuseOrigin(request, paths.url().origin);
    if (foreign !== null) return answers.refused(request, foreign, reader, own);
    return submit(request, route, visitor, visit, form.value);
  };
}

function readerOf<Session extends PortalSession>({ session, locale }: OpenPortal<Session>) {
  return { tenantId: session.tenantId, locale };
}
