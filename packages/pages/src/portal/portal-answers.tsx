import type { HttpRequest, HttpResponse } from '@stepward/http';
import { answerOf, type Refused } from '../layout/answer-of.js';
import { styleQuery } from '../layout/assets.js';
import type { Brand } from '../layout/brand.js';
import type { PageFrame, PageStatus, Reader, Renderer } from '../layout/create-renderer.js';
import { Document } from '../layout/document.js';
import { MessagePage } from '../layout/message-page.js';
import { bareHeaders } from '../layout/security-headers.js';
import { answerToRefused, type RefusedForm } from '../links/refused-form.js';
import type { FormRefusal } from './forms/form-tokens.js';
import {
  fillPortalNames,
  PortalDocument,
  PortalForm,
  type PortalDocumentProps,
} from './portal-document.js';
import type { PortalNames } from './portal-session.js';
import { PORTAL_STYLE } from './portal-style.js';
import type { PortalMessage, PortalTexts } from './portal-texts.js';

/** A message, and what else its answer has. */
export interface MessageAnswer extends Partial<PageStatus> {
  /** The page to open again; none by default. */
  readonly address?: string;
}

/** Every answer of a page for people who are signed in. */
export interface PortalAnswers {
  page(props: Omit<PortalDocumentProps, 'style'>, how: PageStatus): Promise<HttpResponse>;
  /** The page of a portal link, whose button opens the session. */
  invite(
    frame: PageFrame<PortalTexts>,
    names: PortalNames,
    address: string,
    csrf: string,
  ): Promise<HttpResponse>;
  message(
    request: HttpRequest,
    message: PortalMessage,
    reader: Reader | null,
    answer?: MessageAnswer,
  ): Promise<HttpResponse>;
  /** The page for a form that is not carried out, which is logged unless the person sent it twice. */
  refused(
    request: HttpRequest,
    refusal: FormRefusal,
    reader: Reader,
    address: string,
  ): Promise<HttpResponse>;
  failed(request: HttpRequest, refusal: Refused | null): Promise<HttpResponse>;
  redirect(location: string, headers?: HttpResponse['headers']): HttpResponse;
}

/** @param styleAddress of the page's style, without the query */
export function createPortalAnswers(
  renderer: Renderer<PortalTexts>,
  styleAddress: () => string,
  logRefused: (refused: RefusedForm) => void,
): PortalAnswers {
  const styleOf = (brand: Brand): string => `${styleAddress()}?${styleQuery(brand, PORTAL_STYLE)}`;

  const answers: PortalAnswers = {
    page(props, how) {
      const page = <PortalDocument style={styleOf(props.brand)} {...props} />;
      return renderer.page(props, how, page);
    },

    invite(frame, names, address, csrf) {
      const { texts } = frame.chosen;
      const page = (
        <Document title={texts.heading} style={styleOf(frame.brand)} {...frame}>
          <h1>{texts.heading}</h1>
          <p>{fillPortalNames(texts.inviteFor, names)}</p>
          <p>{texts.invite}</p>
          <PortalForm action={address} csrf={csrf}>
            <button>{texts.enter}</button>
          </PortalForm>
        </Document>
      );
      return renderer.page(frame, { status: 200 }, page);
    },

    async message(request, message, reader, { address, ...how } = {}) {
      const frame = await renderer.frame(request, reader ?? { tenantId: null, locale: null });
      const { texts } = frame.chosen;
      const page = (
        <MessagePage
          heading={texts[`${message}Heading`]}
          text={texts[message]}
          link={address === undefined ? null : { address, text: texts.reload }}
          style={styleOf(frame.brand)}
          {...frame}
        />
      );
      return renderer.page(frame, { status: MESSAGE_STATUSES[message], ...how }, page);
    },

    async refused(request, refusal, reader, address) {
      if (refusal.reason === 'used') {
        return answers.message(request, 'formUsed', reader, { address });
      }
      if (refusal.reason === 'busy') {
        return answers.message(request, 'formBusy', reader, { address });
      }
      logRefused(refusal);
      const how = { ...answerToRefused(refusal), address };
      return answers.message(request, 'requestRefused', reader, how);
    },

    async failed(request, refusal) {
      const how = refusal === null ? { status: MESSAGE_STATUSES.failed } : answerOf(refusal);
      try {
        return await answers.message(request, 'failed', null, how);
      } catch {
        // The host's `brand` failed, too.
        return { status: how.status, headers: bareHeaders(), body: '' };
      }
    },

    redirect: (location, headers = {}) => ({
      status: 303,
      headers: {
        location,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        ...headers,
      },
      body: null,
    }),
  };
  return answers;
}

/** The status of each message. */
const MESSAGE_STATUSES: Readonly<Record<PortalMessage, number>> = {
  linkInvalid: 400,
  linkExpired: 410,
  linkUsed: 410,
  sessionEnded: 403,
  left: 200,
  notFound: 404,
  requestRefused: 403,
  formUsed: 409,
  formBusy: 409,
  tooMany: 429,
  failed: 500,
};
