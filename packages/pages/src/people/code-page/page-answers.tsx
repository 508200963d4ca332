import { stderrLogger, systemClock } from '@stepward/core';
import { SMS_VERIFY_PAGE } from '@stepward/core/factors';
import type { HttpRequest, HttpResponse } from '@stepward/http';
import { answerOf } from '../../layout/answer-of.js';
import { styleAddress } from '../../layout/assets.js';
import { createRenderer } from '../../layout/create-renderer.js';
import {
  createMessages,
  type Message,
  type MessageAnswer,
  type Messages,
} from '../../layout/messages.js';
import {
  answerToRefused,
  createRefusedFormLog,
  type RefusedForm,
} from '../../links/refused-form.js';
import { CODE_PAGE_TEXTS, type CodePageTexts } from './code-page-texts.js';
import { CodePage } from './code-page.js';
import type { CodePageOptions } from './code-page-options.js';
import { codePageView, type CodePageFacts } from './code-page-view.js';
import { refusalText, type PageRefusal } from './refusal-texts.js';
import type { VerifyLink } from './verify-link.js';

/** The pages that say why nothing can be typed here. */
type CodePageMessage = Extract<Message, keyof CodePageTexts>;

/** The link that a page is about; null if it could not be read. */
type AnsweredLink = VerifyLink | null;

/** A form, and why the last one was refused. */
export interface FormAnswer extends Omit<CodePageFacts, 'alert' | 'sendCooldownMs'> {
  readonly refusal: PageRefusal | null;
}

/** Every answer of the code page: a page in the person's language and the tenant's brand, or a redirect. */
export interface PageAnswers extends Pick<Messages<never>, 'failed'> {
  form(request: HttpRequest, answer: FormAnswer): Promise<HttpResponse>;
  message(
    request: HttpRequest,
    message: CodePageMessage,
    link: AnsweredLink,
  ): Promise<HttpResponse>;
  /** The page for a form that is not accepted, which is logged. */
  formRefused(
    request: HttpRequest,
    refused: RefusedForm,
    link: VerifyLink,
    address: string,
  ): Promise<HttpResponse>;
  methodRefused(request: HttpRequest, allow: string): Promise<HttpResponse>;
  /** The language that the page is shown in. */
  localeOf(request: HttpRequest): string;
}

export function createPageAnswers(options: CodePageOptions): PageAnswers {
  const { clock = systemClock, logger = stderrLogger, sendCooldownMs = 60_000 } = options;
  const logRefused = createRefusedFormLog(SMS_VERIFY_PAGE, logger);
  const renderer = createRenderer('createCodePage', CODE_PAGE_TEXTS, options);
  const messages = createMessages<CodePageMessage>(renderer, styleAddress);
  const message = (
    request: HttpRequest,
    name: CodePageMessage,
    link: AnsweredLink,
    how: MessageAnswer = {},
  ) => messages.message(request, name, link, { ...how, formOrigins: formOrigins(link) });

  return {
    async form(request, { refusal, ...facts }) {
      const { link } = facts;
      const text = refusal === null ? null : refusalText(refusal, link.factor);
      const how = refusal === null ? { status: 200 } : answerOf(refusal);
      if (text === 'sessionEnded') return message(request, text, link, how);
      const retryAfterMs = waitOf(refusal);
      const isAboutCode = refusal !== null && ABOUT_CODE.has(refusal.code);
      const alert = text === null ? null : { text, retryAfterMs, isAboutCode };
      const view = codePageView({ ...facts, alert, sendCooldownMs }, clock.now());
      const frame = await renderer.frame(request, link);
      const page = <CodePage view={view} {...frame} />;
      return renderer.page(frame, { ...how, formOrigins: formOrigins(link) }, page);
    },

    message: (request, name, link) => message(request, name, link),
    failed: (...failed) => messages.failed(...failed),

    formRefused(request, refused, link, address) {
      logRefused(refused);
      return message(request, 'requestRefused', link, { ...answerToRefused(refused), address });
    },

    methodRefused: (request, allow) =>
      message(request, 'requestRefused', null, { status: 405, headers: { allow } }),

    localeOf: (request) => renderer.chooseTexts(request.headers, null).locale,
  };
}

/** The refusals of what was typed. */
const ABOUT_CODE: ReadonlySet<PageRefusal['code']> = new Set(['code_mismatch', 'code_malformed']);

function waitOf(refusal: PageRefusal | null): number | null {
  return refusal !== null && 'retryAfterMs' in refusal ? refusal.retryAfterMs : null;
}

/** The origins that a form of the page may lead to. */
function formOrigins(link: AnsweredLink): readonly string[] {
  if (link === null) return [];
  const { returnTo, redirectOrigins } = link;
  return [...(returnTo.startsWith('/') ? [] : [new URL(returnTo).origin]), ...redirectOrigins];
}
