import type { Clock } from '@stepward/core';
import type { HttpRequest, HttpResponse } from '@stepward/http';
import type { Renderer } from '../../layout/create-renderer.js';
import { refuseLinkForm } from '../../links/refuse-foreign-form.js';
import { readForm } from '../../links/read-form.js';
import type { PortalAnswers } from '../portal-answers.js';
import type { PortalLinks } from './portal-links.js';
import type { PortalPaths } from '../portal-paths.js';
import type { PortalSession, PortalSessionShape } from '../portal-session.js';
import type { PortalTexts } from '../portal-texts.js';

export interface PortalLinkServerParts<Session extends PortalSession, Texts extends PortalTexts> {
  readonly shape: PortalSessionShape<Session>;
  readonly paths: PortalPaths;
  readonly links: PortalLinks<Session>;
  readonly renderer: Renderer<Texts>;
  readonly answers: PortalAnswers<Texts>;
  readonly clock: Pick<Clock, 'timeout'>;
  readonly bodyTimeoutMs: number;
}

/** Serves the page of a portal link: opening it uses nothing up, its button does. */
export function createPortalLinkServer<Session extends PortalSession, Texts extends PortalTexts>({
  shape,
  paths,
  links,
  renderer,
  answers,
  clock,
  bodyTimeoutMs,
}: PortalLinkServerParts<Session, Texts>) {
  return async function serveLink(request: HttpRequest): Promise<HttpResponse> {
    const given = new URLSearchParams(request.query).get('link') ?? '';
    const read = await links.read(given);
    if (read.isErr()) return answers.message(request, read.error, null);
    const link = read.value;
    const { owner, locale } = link.content;
    const reader = { tenantId: owner.tenantId, locale };
    const own = paths.href(paths.enter, { link: given });
    if (request.method !== 'POST')
      return answers.invite(
        await renderer.frame(request, reader),
        shape.namesOf(owner),
        own,
        link.linkId,
      );
    const form = await readForm(request, clock.timeout(bodyTimeoutMs));
    const refused = form.isErr()
      ? { reason: form.error.code }
      : refuseLinkForm(link.linkId, form.value.get('csrf') ?? '', request, paths.url().origin);
    if (refused !== null) return answers.refused(request, refused, reader, own);
    const cookie = await links.enter(link);
    return cookie.isErr()
      ? answers.message(request, cookie.error, reader)
      : answers.redirect(paths.href(paths.page), { 'set-cookie': cookie.value });
  };
}
