import { ok } from '@stepward/core';
import { SMS_VERIFY_PAGE } from '@stepward/core/factors';
import {
  clientOf,
  describeError,
  storageRefusal,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import { redirect } from '../../layout/messages.js';
import { refuseLinkForm } from '../../links/refuse-foreign-form.js';
import { readForm, type Form } from '../../links/read-form.js';
import { FACTORS } from '../factors/factors.js';
import type { CodePageServer, OpenedVerifyLink } from './code-page-server.js';
import { showForm, showRefusal } from './show-form.js';
import type { VerifyLink } from './verify-link.js';

/** Serves the page of a link: shows the form, or checks a code or sends a new one. */
export async function serveCodePage(
  server: CodePageServer,
  request: HttpRequest,
): Promise<HttpResponse> {
  try {
    return await serve(server, request);
  } catch (thrown) {
    const refusal = storageRefusal(thrown);
    const error = describeError(thrown);
    if (refusal === null) {
      server.logger.error({ method: request.method, error }, 'the code page failed');
    }
    return server.answers.failed(request, refusal);
  }
}

async function serve(server: CodePageServer, request: HttpRequest): Promise<HttpResponse> {
  const { codec, answers, clock, bodyTimeoutMs } = server;
  server.checkMount(request);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && request.method !== 'POST') return answers.methodRefused(request, 'GET, POST');
  const opened = await codec.read(new URLSearchParams(request.query).get('state') ?? '');
  if (opened.isErr()) return answers.message(request, MESSAGES[opened.error.code], null);
  const link = opened.value;
  const form = isRead ? ok(null) : await readForm(request, clock.timeout(bodyTimeoutMs));
  if (form.isErr()) {
    const refused = { reason: form.error.code };
    return answers.formRefused(request, refused, link.content, await server.addressOf(link));
  }
  const closed = await closedBy(server, request, link);
  if (closed !== null) return answers.message(request, closed, link.content);
  return form.value === null
    ? showForm(server, request, link)
    : submit(server, request, link, form.value);
}

const MESSAGES = { link_invalid: 'linkInvalid', link_expired: 'linkExpired' } as const;

/** Why nothing can be typed at the page of a link; null where something can. */
async function closedBy(
  { stepward, isSessionActive }: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
): Promise<'sessionEnded' | 'linkUsed' | null> {
  if (!(await isSessionActive(link.content, request))) return 'sessionEnded';
  return (await stepward.idempotency.isAnswered(useOf(link))) ? 'linkUsed' : null;
}

async function submit(
  server: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
  form: Form,
): Promise<HttpResponse> {
  const csrf = form.get('csrf') ?? '';
  const foreign = refuseLinkForm(link.linkId, csrf, request, server.ownOrigin());
  if (foreign !== null) {
    const address = await server.addressOf(link);
    return server.answers.formRefused(request, foreign, link.content, address);
  }
  return form.get('do') === 'send'
    ? send(server, request, link)
    : verify(server, request, link, form);
}

async function send(
  server: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
): Promise<HttpResponse> {
  const { stepward, answers, clock } = server;
  const { content } = link;
  const prepared = await stepward.stepUp.challenge({
    ...content,
    locale: content.locale ?? answers.localeOf(request),
    ...clientOf(request),
  });
  if (prepared.isErr()) return showRefusal(server, request, link, prepared.error);
  const { sentTo, options = null } = prepared.value;
  // They are in this one answer, and in no address.
  if (options !== null) return showForm(server, request, link, { refusal: null, options });
  const sent: VerifyLink = {
    ...content,
    sentTo,
    sentAt: clock.now().getTime(),
    isSentAgain: content.sentTo !== null,
  };
  return redirect(await server.addressOf({ ...link, content: sent }));
}

/** Of parallel answers to one link one is checked at a time. A right one ends the link. */
async function verify(
  server: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
  form: Form,
): Promise<HttpResponse> {
  const { answers, onVerified } = server;
  const { idempotency, stepUp } = server.stepward;
  const { content } = link;
  const begun = await idempotency.begin(useOf(link));
  if (begun.isErr()) {
    return showRefusal(server, request, link, { code: 'idempotency_key_in_flight' });
  }
  if (begun.value.type === 'replay') return answers.message(request, 'linkUsed', content);
  const { reservation } = begun.value;
  let isVerified = false;
  try {
    const answer = FACTORS[content.factor].codePage.answerOf(form);
    const proven = await stepUp.verify({ ...content, ...clientOf(request) }, answer);
    if (proven.isErr()) return await showRefusal(server, request, link, proven.error);
    await onVerified(proven.value, content, request);
    isVerified = true;
    return redirect(content.returnTo);
  } finally {
    if (isVerified) await idempotency.finish(reservation, '');
    else await idempotency.abandon(reservation);
  }
}

/** The use of a link is a request that may take effect once. */
function useOf({ linkId, content: { tenantId, sessionId } }: OpenedVerifyLink) {
  return {
    tenantId,
    principal: ['session', sessionId],
    method: 'POST',
    path: SMS_VERIFY_PAGE,
    key: linkId,
    content: '',
  };
}
