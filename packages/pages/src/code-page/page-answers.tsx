import { systemClock } from '@stepward/core';
import {
  errorTable,
  type ErrorDefinition,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { checkBrand, type Brand } from '../layout/brand.js';
import { renderPage } from '../layout/document.js';
import { MessagePage, type Message } from '../layout/message-page.js';
import { securityHeaders } from '../layout/security-headers.js';
import type { FormRefused } from '../links/read-form.js';
import { createTextChooser, type ChosenTexts } from '../texts/choose-texts.js';
import { CodePage } from './code-page.js';
import type { CodePageOptions } from './code-page-options.js';
import { codePageView, type CodePageFacts } from './code-page-view.js';
import { refusalText, type PageRefusal } from './refusal-texts.js';
import type { VerifyLink } from './verify-link.js';

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
  formRefused(
    request: HttpRequest,
    refused: FormRefused,
    link: VerifyLink,
    address: string,
  ): Promise<HttpResponse>;
  methodRefused(request: HttpRequest, allow: string): Promise<HttpResponse>;
  failed(request: HttpRequest, isBusy: boolean): Promise<HttpResponse>;
  redirect(location: string): HttpResponse;
  /** The language that the page is shown in. */
  localeOf(request: HttpRequest): string;
}

export function createPageAnswers(options: CodePageOptions): PageAnswers {
  const { brand, clock = systemClock, sendCooldownMs = 60_000 } = options;
  const chooseTexts = createTextChooser(options.texts ?? {});

  async function brandOf(link: AnsweredLink): Promise<Brand> {
    if (typeof brand !== 'function') return brand;
    const found = await brand(link?.tenantId ?? null);
    checkBrand(found);
    return found;
  }

  async function page(
    request: HttpRequest,
    link: AnsweredLink,
    {
      status,
      headers = {},
    }: { readonly status: number; readonly headers?: HttpResponse['headers'] },
    render: (frame: { readonly chosen: ChosenTexts; readonly brand: Brand }) => JSX.Element,
  ): Promise<HttpResponse> {
    const chosen = chooseTexts(request.headers, link?.locale ?? null);
    const shown = await brandOf(link);
    const sources = { logoUrl: shown.logoUrl, formOrigins: formOrigins(link) };
    return {
      status,
      headers: { ...securityHeaders(sources), 'content-language': chosen.locale, ...headers },
      body: await renderPage(render({ chosen, brand: shown })),
    };
  }

  function showMessage(
    request: HttpRequest,
    message: Message,
    link: AnsweredLink,
    { address = null, ...how }: MessageAnswer,
  ): Promise<HttpResponse> {
    return page(request, link, how, (frame) => (
      <MessagePage message={message} address={address} {...frame} />
    ));
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
      return page(request, link, how, (frame) => <CodePage view={view} {...frame} />);
    },

    message: (request, message, link, address) =>
      showMessage(request, message, link, {
        status: MESSAGE_STATUSES[message],
        address: address ?? null,
      }),

    formRefused: (request, refused, link, address) =>
      showMessage(request, 'requestRefused', link, { ...answerOf(refused), address }),

    methodRefused: (request, allow) =>
      showMessage(request, 'requestRefused', null, { status: 405, headers: { allow } }),

    async failed(request, isBusy) {
      const how = isBusy ? answerOf({ code: 'busy' }) : { status: MESSAGE_STATUSES.failed };
      try {
        return await showMessage(request, 'failed', null, how);
      } catch {
        // The host's `brand` failed, too.
        const headers = securityHeaders({ logoUrl: undefined, formOrigins: [] });
        return { status: how.status, headers, body: '' };
      }
    },

    redirect: (location) => ({
      status: 303,
      headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      body: null,
    }),

    localeOf: (request) => chooseTexts(request.headers, null).locale,
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

/** Status and headers are those of the HTTP API. */
function answerOf(refusal: PageRefusal | FormRefused): {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
} {
  const row: ErrorDefinition = errorTable[refusal.code];
  const wait = 'retryAfterMs' in refusal ? Math.ceil(refusal.retryAfterMs / 1_000) : row.retryAfter;
  return {
    status: row.status,
    headers: {
      ...(wait !== undefined && { 'retry-after': String(wait) }),
      ...(row.endsConnection === true && { connection: 'close' }),
    },
  };
}

function waitOf(refusal: PageRefusal | null): number | null {
  return refusal !== null && 'retryAfterMs' in refusal ? refusal.retryAfterMs : null;
}

/** The origins that a form of the page may lead to. */
function formOrigins(link: AnsweredLink): readonly string[] {
  if (link === null) return [];
  const { returnTo, redirectOrigins } = link;
  return [...(returnTo.startsWith('/') ? [] : [new URL(returnTo).origin]), ...redirectOrigins];
}
