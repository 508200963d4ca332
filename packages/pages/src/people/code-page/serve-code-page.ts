import { ok, type Stepward } from '@stepward/core';
import { isFactorName, SMS_VERIFY_PAGE } from '@stepward/core/factors';
import { describeError, storageRefusal, type HttpRequest, type HttpResponse } from '@stepward/http';
import { redirect } from '../../layout/messages.js';
import { refuseLinkForm } from '../../links/refuse-foreign-form.js';
import { readForm, type Form } from '../../links/read-form.js';
import { cleanCode } from '../factors/code-form.js';
import { PAGE_FACTORS, type PageFactorName } from '../factors/security-facts.js';
import type { CodePageServer, OpenedVerifyLink } from './code-page-server.js';
import type { PageRefusal } from './refusal-texts.js';
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
    ? showForm(server, request, link, null)
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

/** The page with the form, again after a refusal. */
async function showForm(
  { stepward, addressOf, answers }: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
  refusal: PageRefusal | null,
): Promise<HttpResponse> {
  const { linkId, content } = link;
  const showing = async (factor: PageFactorName) => ({
    factor,
    address: await addressOf({ ...link, content: { ...content, factor } }),
  });
  const otherFactors = await findOtherFactors(stepward, content);
  const otherWays = await Promise.all(otherFactors.map(showing));
  const address = await addressOf(link);
  return answers.form(request, { link: content, linkId, address, otherWays, refusal });
}

/** Finds the person's factors that the page can ask for in place of the link's: enrolled, and allowed by the policy. */
async function findOtherFactors(
  { accounts }: Pick<Stepward, 'accounts'>,
  { tenantId, identityId, organisationId, factor }: VerifyLink,
): Promise<readonly PageFactorName[]> {
  const found = await accounts.overview({ tenantId, identityId, organisationId });
  if (found.isErr()) return [];
  const { status, policy } = found.value;
  const usable = status.methods.filter((method) => policy.allowedFactors.includes(method));
  const replacesAny = organisationId === null || usable.length > 0;
  const isUsable = (name: PageFactorName): boolean =>
    isFactorName(name) ? usable.includes(name) : status.backupCodesRemaining > 0 && replacesAny;
  return PAGE_FACTORS.filter((name) => name !== factor && isUsable(name));
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
    : verify(server, request, link, form.get('code') ?? '');
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
    clientAddress: request.clientAddress,
  });
  if (prepared.isErr()) return showForm(server, request, link, prepared.error);
  const sent: VerifyLink = {
    ...content,
    sentTo: prepared.value.sentTo,
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
  typed: string,
): Promise<HttpResponse> {
  const { answers, onVerified } = server;
  const { idempotency, stepUp } = server.stepward;
  const { content } = link;
  const begun = await idempotency.begin(useOf(link));
  if (begun.isErr()) return showForm(server, request, link, { code: 'idempotency_key_in_flight' });
  if (begun.value.type === 'replay') return answers.message(request, 'linkUsed', content);
  const { reservation } = begun.value;
  let isVerified = false;
  try {
    const proven = await stepUp.verify(content, cleanCode(typed));
    if (proven.isErr()) return await showForm(server, request, link, proven.error);
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
