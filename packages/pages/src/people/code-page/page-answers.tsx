import { stderrLogger, systemClock } from '@stepward/core';
import { SMS_VERIFY_PAGE } from '@stepward/core/factors';
import type { HttpRequest, HttpResponse } from '@stepward/http';
import { answerOf, type Refused } from '../../layout/answer-of.js';
import { styleAddress } from '../../layout/assets.js';
import { createRenderer } from '../../layout/create-renderer.js';
import { MessagePage } from '../../layout/message-page.js';
import { bareHeaders } from '../../layout/security-headers.js';
import {
  answerToRefused,
  createRefusedFormLog,
  type RefusedForm,
} from '../../links/refused-form.js';
import { CODE_PAGE_TEXTS, type CodePageTextName } from './code-page-texts.js';
import { CodePage } from './code-page.js';
import type { CodePageOptions } from './code-page-options.js';
import { codePageView, type CodePageFacts } from './code-page-view.js';
import { refusalText, type PageRefusal } from './refusal-texts.js';
import type { VerifyLink } from './verify-link.js';

/** The pages that say why nothing can be typed here. */
export type Message =
  | 'linkInvalid'
  | 'linkExpired'
  | 'linkUsed'
  | 'sessionEnded'
  | 'requestRefused'
  | 'failed';

/** The link that a page is about; null if it could not be read. */
type AnsweredLink = VerifyLink | null;

/** A form, and why the last one was refused. */
export interface FormAnswer extends Omit<CodePageFacts, 'alert' | 'sendCooldownMs'> {
  readonly refusal: PageRefusal | null;
}

/** Every answer of the code page: a page in the person's language and the tenant's brand, or a redirect. */
export interface PageAnswers {
  form(request: HttpRequest, answer: FormAnswer): Promise<HttpResponse>;
  /** `address` is the page to open again, if that helps. */
  message(
    request: HttpRequest,
    message: Message,
    link: AnsweredLink,
    address?: string,
  ): Promise<HttpResponse>;
  /** The page for a form that is not accepted, which is logged. */
  formRefused(
    request: HttpRequest,
    refused: RefusedForm,
    link: VerifyLink,
    address: string,
  ): Promise<HttpResponse>;
  methodRefused(request: HttpRequest, allow: string): Promise<HttpResponse>;
  failed(request: HttpRequest, refusal: Refused | null): Promise<HttpResponse>;
  redirect(location: string): HttpResponse;
  /** The language that the page is shown in. */
  localeOf(request: HttpRequest): string;
}

export function createPageAnswers(options: CodePageOptions): PageAnswers {
  const { clock = systemClock, logger = stderrLogger, sendCooldownMs = 60_000 } = options;
  const logRefused = createRefusedFormLog(SMS_VERIFY_PAGE, logger);
  const renderer = createRenderer('createCodePage', CODE_PAGE_TEXTS, options);
  const frameOf = (request: HttpRequest, link: AnsweredLink) =>
    renderer.frame(request, link ?? { tenantId: null, locale: null });

  async function showMessage(
    request: HttpRequest,
    message: Message,
    link: AnsweredLink,
    { address = null, ...how }: MessageAnswer,
  ): Promise<HttpResponse> {
    const frame = await frameOf(request, link);
    const { texts } = frame.chosen;
    const page = (
      <MessagePage
        heading={texts[`${message}Heading` satisfies CodePageTextName]}
        text={texts[message]}
        link={address === null ? null : { address, text: texts.reload }}
        style={styleAddress(frame.brand)}
        {...frame}
      />
    );
    return renderer.page(frame, { ...how, formOrigins: formOrigins(link) }, page);
  }

  return {
    async form(request, { refusal, ...facts }) {
      const { link } = facts;
      const text = refusal === null ? null : refusalText(refusal, link.factor);
      const how = refusal === null ? { status: 200 } : answerOf(refusal);
      if (text === 'sessionEnded') return showMessage(request, text, link, how);
      const retryAfterMs = waitOf(refusal);
      const alert = text === null ? null : { text, retryAfterMs };
      const view = codePageView({ ...facts, alert, sendCooldownMs }, clock.now());
      const frame = await frameOf(request, link);
      const page = <CodePage view={view} {...frame} />;
      return renderer.page(frame, { ...how, formOrigins: formOrigins(link) }, page);
    },

    message: (request, message, link, address) =>
      showMessage(request, message, link, {
        status: MESSAGE_STATUSES[message],
        address: address ?? null,
      }),

    formRefused(request, refused, link, address) {
      logRefused(refused);
      const how = { ...answerToRefused(refused), address };
      return showMessage(request, 'requestRefused', link, how);
    },

    methodRefused: (request, allow) =>
      showMessage(request, 'requestRefused', null, { status: 405, headers: { allow } }),

    async failed(request, refusal) {
      const how = refusal === null ? { status: MESSAGE_STATUSES.failed } : answerOf(refusal);
      try {
        return await showMessage(request, 'failed', null, how);
      } catch {
        // The host's `brand` failed, too.
        return { status: how.status, headers: bareHeaders(), body: '' };
      }
    },

    redirect: (location) => ({
      status: 303,
      headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      body: null,
    }),

    localeOf: (request) => renderer.chooseTexts(request.headers, null).locale,
  };
}

/** How a message is answered, and the page to open again. */
interface MessageAnswer {
  readonly status: number;
  readonly headers?: HttpResponse['headers'];
  readonly address?: string | null;
}

/** The status of each message. */
const MESSAGE_STATUSES: Readonly<Record<Message, number>> = {
  linkInvalid: 400,
  linkExpired: 410,
  linkUsed: 410,
  sessionEnded: 403,
  requestRefused: 403,
  failed: 500,
};

function waitOf(refusal: PageRefusal | null): number | null {
  return refusal !== null && 'retryAfterMs' in refusal ? refusal.retryAfterMs : null;
}

/** The origins that a form of the page may lead to. */
function formOrigins(link: AnsweredLink): readonly string[] {
  if (link === null) return [];
  const { returnTo, redirectOrigins } = link;
  return [...(returnTo.startsWith('/') ? [] : [new URL(returnTo).origin]), ...redirectOrigins];
}
