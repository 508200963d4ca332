import type { HttpRequest, HttpResponse } from '@stepward/http';
import { redirect } from '../../layout/messages.js';
import { refuseLinkForm } from '../../links/refuse-foreign-form.js';
import { readForm } from '../../links/read-form.js';
import type { PortalServer } from '../portal-server.js';

/** Serves the page of a portal link: opening it uses nothing up, its button does. */
export async function servePortalLink(
  { definition, paths, links, renderer, answers, clock, bodyTimeoutMs }: PortalServer,
  request: HttpRequest,
): Promise<HttpResponse> {
  const given = new URLSearchParams(request.query).get('link') ?? '';
  const read = await links.read(given);
  if (read.isErr()) return answers.message(request, read.error, null);
  const { linkId, content } = read.value;
  const reader = { tenantId: content.owner.tenantId, locale: content.locale };
  const own = paths.href(paths.enter, { link: given });
  if (request.method !== 'POST') {
    const names = definition.session.namesOf(content.owner);
    return answers.invite(await renderer.frame(request, reader), names, own, linkId);
  }
  const form = await readForm(request, clock.timeout(bodyTimeoutMs));
  const refused = form.isErr()
    ? { reason: form.error.code }
    : refuseLinkForm(linkId, form.value.get('csrf') ?? '', request, paths.url().origin);
  if (refused !== null) return answers.refused(request, refused, reader, own);
  const cookie = await links.enter(read.value);
  return cookie.isErr()
    ? answers.message(request, cookie.error, reader)
    : redirect(paths.href(paths.page), { 'set-cookie': cookie.value });
}
