import { err, ok, stderrLogger, systemClock, systemRandom, type Result } from '@stepward/core';
import { SMS_VERIFY_PAGE, type KeptFactor } from '@stepward/core/factors';
import {
  describeError,
  storageRefusal,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import { ASSET_PATHS, serveAsset } from '../../layout/assets.js';
import { createMountCheck } from '../../layout/mount-check.js';
import { readPublicUrl } from '../../layout/public-url.js';
import { createLinkCodec, type OpenedLink } from '../../links/link-codec.js';
import { refuseLinkForm } from '../../links/refuse-foreign-form.js';
import { readForm, type Form } from '../../links/read-form.js';
import { checkReturnTo, type ReturnToRefused } from '../../links/return-address.js';
import { cleanCode } from './clean-code.js';
import {
  checkCodePageOptions,
  isOrigins,
  MAX_LINK_LIFETIME_MS,
  type CodePageOptions,
} from './code-page-options.js';
import { createPageAnswers } from './page-answers.js';
import { findOtherFactors } from './find-other-factors.js';
import type { PageRefusal } from './refusal-texts.js';
import type { VerifyLink, VerifyLinkRequest } from './verify-link.js';

/** The page for codes. Mount it as the API is mounted: `app.use(stepwardExpress(codePage))`. */
export interface CodePage extends HttpApi {
  /**
   * Makes the address of the page for one session. It works once, and for `linkLifetimeMs`. Send the browser there,
   * and no one else: who has the address can ask for messages to the person's phone.
   *
   * Refused with `return_to_refused` if the return address is neither a path nor of a listed origin.
   */
  createVerifyLink(request: VerifyLinkRequest): Promise<Result<string, ReturnToRefused>>;
}

type OpenedVerifyLink = OpenedLink<VerifyLink>;

/**
 * Builds the page `/sms-verify`, which asks for a code of the factor that was chosen, and offers the person's other
 * ones. GET never sends a message. The page keeps no session: `onVerified` marks the host's.
 *
 * @example
 * const codePage = createCodePage({
 *   stepward,
 *   keys: createKeyRing({ active: { id: 'links-1', secret: process.env.LINK_KEY ?? '' } }),
 *   publicUrl: 'https://login.example.com',
 *   brand: { name: 'Example' },
 *   isSessionActive: ({ sessionId, identityId }, request) => sessions.isCurrent(request, sessionId, identityId),
 *   onVerified: ({ assurance, amr }, owner, request) => sessions.raise(request, assurance, amr),
 * });
 * app.use(stepwardExpress(codePage));
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createCodePage(options: CodePageOptions): CodePage {
  checkCodePageOptions(options);
  const { stepward, keys, publicUrl, returnOrigins = [], isSessionActive, onVerified } = options;
  const { linkLifetimeMs = MAX_LINK_LIFETIME_MS, bodyTimeoutMs = 10_000 } = options;
  const { clock = systemClock, random = systemRandom, logger = stderrLogger } = options;
  const codec = createLinkCodec<VerifyLink>('sms-verify/v1', keys, clock);
  const answers = createPageAnswers(options);
  const baseUrl = (): string => readPublicUrl('createCodePage', publicUrl);
  const ownOrigin = (): string => new URL(baseUrl()).origin;
  const addressOf = async (link: OpenedVerifyLink): Promise<string> =>
    `${baseUrl()}${SMS_VERIFY_PAGE}?state=${await codec.write(link)}`;

  /** The page with the form, again after a refusal. */
  async function showForm(
    request: HttpRequest,
    link: OpenedVerifyLink,
    refusal: PageRefusal | null,
  ): Promise<HttpResponse> {
    const { content } = link;
    const showing = async (factor: KeptFactor) => {
      const address = await addressOf({ ...link, content: { ...content, factor } });
      return { factor, address };
    };
    const otherFactors = await findOtherFactors(stepward, content);
    return answers.form(request, {
      link: content,
      linkId: link.linkId,
      address: await addressOf(link),
      otherWays: await Promise.all(otherFactors.map(showing)),
      refusal,
    });
  }

  async function send(request: HttpRequest, link: OpenedVerifyLink): Promise<HttpResponse> {
    const { content } = link;
    const prepared = await stepward.stepUp.challenge({
      ...content,
      factor: 'sms',
      locale: content.locale ?? answers.localeOf(request),
      clientAddress: request.clientAddress,
    });
    if (prepared.isErr()) return showForm(request, link, prepared.error);
    const sent: VerifyLink = {
      ...content,
      factor: 'sms',
      sentTo: prepared.value.sentTo,
      sentAt: clock.now().getTime(),
      isSentAgain: content.sentTo !== null,
    };
    return answers.redirect(await addressOf({ ...link, content: sent }));
  }

  /** Of parallel answers to one link one is checked at a time. A right one ends the link. */
  async function verify(
    request: HttpRequest,
    link: OpenedVerifyLink,
    typed: string,
  ): Promise<HttpResponse> {
    const { content } = link;
    const begun = await stepward.idempotency.begin(useOf(link));
    if (begun.isErr()) return showForm(request, link, { code: 'idempotency_key_in_flight' });
    if (begun.value.type === 'replay') return answers.message(request, 'linkUsed', content);
    const { reservation } = begun.value;
    let isVerified = false;
    try {
      const proven = await stepward.stepUp.verify(content, cleanCode(typed));
      if (proven.isErr()) return await showForm(request, link, proven.error);
      await onVerified(proven.value, content, request);
      isVerified = true;
      return answers.redirect(content.returnTo);
    } finally {
      if (isVerified) await stepward.idempotency.finish(reservation, '');
      else await stepward.idempotency.abandon(reservation);
    }
  }

  async function submit(
    request: HttpRequest,
    link: OpenedVerifyLink,
    form: Form,
  ): Promise<HttpResponse> {
    const csrf = form.get('csrf') ?? '';
    const foreign = refuseLinkForm(link.linkId, csrf, request, ownOrigin());
    if (foreign !== null)
      return answers.formRefused(request, foreign, link.content, await addressOf(link));
    return form.get('do') === 'send'
      ? send(request, link)
      : verify(request, link, form.get('code') ?? '');
  }

  const publicPath = (): string => baseUrl().slice(ownOrigin().length);
  const checkMount = createMountCheck(SMS_VERIFY_PAGE, publicPath, logger);

  async function servePage(request: HttpRequest): Promise<HttpResponse> {
    checkMount(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && request.method !== 'POST') return answers.methodRefused(request, 'GET, POST');
    const state = new URLSearchParams(request.query).get('state') ?? '';
    const opened = await codec.read(state);
    if (opened.isErr()) return answers.message(request, MESSAGES[opened.error.code], null);
    const link = opened.value;
    const { content } = link;
    const form = isRead ? ok(null) : await readForm(request, clock.timeout(bodyTimeoutMs));
    if (form.isErr())
      return answers.formRefused(
        request,
        { reason: form.error.code },
        content,
        await addressOf(link),
      );
    if (!(await isSessionActive(content, request)))
      return answers.message(request, 'sessionEnded', content);
    if (await stepward.idempotency.isAnswered(useOf(link)))
      return answers.message(request, 'linkUsed', content);
    return form.value === null ? showForm(request, link, null) : submit(request, link, form.value);
  }

  async function serve(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await servePage(request);
    } catch (thrown) {
      const refusal = storageRefusal(thrown);
      const error = describeError(thrown);
      if (refusal === null) logger.error({ method: request.method, error }, 'the code page failed');
      return answers.failed(request, refusal);
    }
  }

  return {
    paths: [SMS_VERIFY_PAGE, ...ASSET_PATHS],

    async handle(request) {
      const answer =
        request.path === SMS_VERIFY_PAGE
          ? await serve(request)
          : serveAsset(request.path, request.query);
      if (answer === null) return null;
      return request.method === 'HEAD' ? { ...answer, body: null } : answer;
    },

    async createVerifyLink({ returnTo = '/', sentTo = null, redirectOrigins = [], ...request }) {
      if (!isOrigins(redirectOrigins))
        throw new TypeError('createVerifyLink: redirectOrigins must be a list of origins');
      if (typeof returnTo !== 'string')
        throw new TypeError('createVerifyLink: returnTo must be a path or an address');
      const checked = checkReturnTo(returnTo, ownOrigin(), returnOrigins);
      if (checked.isErr()) return err(checked.error);
      const now = clock.now().getTime();
      const { organisationId = null, factor = 'sms', locale = null } = request;
      const { tenantId, identityId, sessionId } = request;
      const content: VerifyLink = {
        tenantId,
        identityId,
        sessionId,
        organisationId,
        factor,
        locale,
        sentTo,
        sentAt: sentTo === null ? null : now,
        isSentAgain: false,
        returnTo: checked.value,
        redirectOrigins,
      };
      const expiresAt = new Date(now + linkLifetimeMs);
      return ok(await addressOf({ linkId: random.uuid(), expiresAt, content }));
    },
  };
}

const MESSAGES = { link_invalid: 'linkInvalid', link_expired: 'linkExpired' } as const;

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
