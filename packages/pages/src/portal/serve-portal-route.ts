import type { IdempotencyReservation } from '@stepward/core/adapter';
import { clientOf, describeError, type HttpRequest, type HttpResponse } from '@stepward/http';
import type { Reader } from '../layout/create-renderer.js';
import { redirect } from '../layout/messages.js';
import { refuseOrigin } from '../links/refuse-foreign-form.js';
import { readForm, type Form } from '../links/read-form.js';
import type {
  PortalContent,
  PortalOutcome,
  PortalRoute,
  PortalVisit,
  RouteParams,
} from './portal-route.js';
import type { PortalServer } from './portal-server.js';
import { readPortalSession, type PortalSession } from './portal-session.js';

/** A request of a person who is signed in. */
interface Visit {
  readonly request: HttpRequest;
  readonly route: PortalRoute;
  /** What the route is given. */
  readonly visit: PortalVisit;
  readonly reader: Reader;
}

/** Serves a route to who is signed in: shows it, or carries a form out once. */
export async function servePortalRoute(
  server: PortalServer,
  request: HttpRequest,
  route: PortalRoute,
  params: RouteParams,
): Promise<HttpResponse> {
  const { paths, answers, clock, bodyTimeoutMs } = server;
  const visitor = await findVisitor(server, request);
  if (visitor === null) return answers.message(request, 'sessionEnded', null);
  const reader = { tenantId: visitor.session.tenantId, locale: visitor.locale };
  const visit = await visitOf(server, request, visitor, reader, params);
  const opened: Visit = { request, route, visit, reader };
  if (request.method !== 'POST') return show(server, opened);
  const form = await readForm(request, clock.timeout(bodyTimeoutMs));
  const own = paths.href(request.path);
  if (form.isErr()) return answers.refused(request, { reason: form.error.code }, reader, own);
  const foreign = refuseOrigin(request, paths.url().origin);
  if (foreign !== null) return answers.refused(request, foreign, reader, own);
  return submit(server, opened, form.value);
}

/** A person who is signed in, and whether by a portal link. */
interface Visitor {
  readonly session: PortalSession;
  readonly locale: string | null;
  readonly isPortal: boolean;
}

async function findVisitor(server: PortalServer, request: HttpRequest): Promise<Visitor | null> {
  const { definition, stepward } = server;
  const open = await server.links.find(request);
  if (open !== null) return { ...open, isPortal: true };
  const given = await server.signedIn(request);
  if (given === null) return null;
  const session = readPortalSession(definition.factory, 'signedIn().', definition.session, given);
  const isAdmitted = (await definition.admits?.(stepward, session)) ?? true;
  return isAdmitted ? { session, locale: null, isPortal: false } : null;
}

async function visitOf(
  { stepward, renderer, forms, clock, paths }: PortalServer,
  request: HttpRequest,
  { session, isPortal }: Visitor,
  reader: Reader,
  params: RouteParams,
): Promise<PortalVisit> {
  return {
    ...(await renderer.frame(request, reader)),
    stepward,
    session,
    isPortal,
    params,
    query: new URLSearchParams(request.query),
    csrf: await forms.create(session),
    now: clock.now(),
    client: clientOf(request),
    href: paths.href,
  };
}

async function show(server: PortalServer, opened: Visit): Promise<HttpResponse> {
  const shown = await opened.route.show(opened.visit);
  if (shown === null) return notFound(server, opened);
  return 'type' in shown
    ? draw(server, opened, shown.content, shown)
    : draw(server, opened, shown, { status: 200 });
}

async function notFound(
  { answers, paths }: PortalServer,
  { request, reader }: Visit,
): Promise<HttpResponse> {
  return answers.message(request, 'notFound', reader, { address: paths.href(paths.page) });
}

async function draw(
  { definition, paths, notices, answers }: PortalServer,
  { visit }: Visit,
  content: PortalContent,
  how: { readonly status: number; readonly headers?: HttpResponse['headers'] },
): Promise<HttpResponse> {
  const { chosen, brand, csrf, query, session, isPortal } = visit;
  const given = query.get('notice') ?? '';
  const notice = content.alert === null ? await notices.read(session, given) : null;
  const portal = isPortal
    ? { names: definition.session.namesOf(session), address: paths.href(paths.page), csrf }
    : null;
  return answers.page({ chosen, brand, content, notice, portal }, how);
}

/** Carries a form out once. If it is refused or fails, it may be sent again. */
async function submit(server: PortalServer, opened: Visit, form: Form): Promise<HttpResponse> {
  const { forms, answers, paths } = server;
  const { request, visit, reader } = opened;
  const begun = await forms.begin(visit.session, form, request.path);
  if (begun.isErr()) {
    return answers.refused(request, begun.error, reader, paths.href(request.path));
  }
  if (begun.value.type === 'redirect') return redirect(begun.value.location);
  let carriedOut: CarriedOut | null = null;
  try {
    carriedOut = await carryOut(server, opened, form);
    return carriedOut.answer;
  } finally {
    await settle(server, begun.value.reservation, carriedOut);
  }
}

/** The answer to a form, and whether the form took effect. */
interface CarriedOut {
  readonly answer: HttpResponse;
  readonly isDone: boolean;
}

async function carryOut(server: PortalServer, opened: Visit, form: Form): Promise<CarriedOut> {
  const { answers, links, paths } = server;
  const { request, route, visit, reader } = opened;
  const wanted = form.get('do') ?? '';
  if (visit.isPortal && wanted === 'leave') {
    const headers = { 'set-cookie': await links.leave(visit.session) };
    return { answer: await answers.message(request, 'left', reader, { headers }), isDone: false };
  }
  const { actions = {} } = route;
  const act = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
  if (act === undefined) {
    const own = paths.href(request.path);
    return {
      answer: await answers.refused(request, { reason: 'action' }, reader, own),
      isDone: false,
    };
  }
  const outcome = await act(visit, form);
  if (outcome === null) return { answer: await notFound(server, opened), isDone: false };
  return { answer: await answerTo(server, opened, outcome), isDone: outcome.type !== 'refused' };
}

async function answerTo(
  server: PortalServer,
  opened: Visit,
  outcome: PortalOutcome,
): Promise<HttpResponse> {
  const { notices, paths } = server;
  switch (outcome.type) {
    case 'redirect': {
      const { path, query = {}, notice } = outcome;
      const written = await notices.write(opened.visit.session, notice);
      return redirect(paths.href(path, { ...query, notice: written }));
    }
    case 'show_once':
      return draw(server, opened, outcome.content, { status: 200 });
    case 'refused':
      return draw(server, opened, outcome.content, outcome);
  }
}

/** What the form did, and its answer, stand also where this fails. */
async function settle(
  { forms, logger, paths }: PortalServer,
  reservation: IdempotencyReservation,
  carriedOut: CarriedOut | null,
): Promise<void> {
  try {
    await (carriedOut?.isDone === true
      ? forms.finish(reservation, carriedOut.answer.headers['location'] ?? null)
      : forms.abandon(reservation));
  } catch (thrown) {
    const error = describeError(thrown);
    logger.error({ page: paths.page, error }, 'the use of a form was not stored');
  }
}
