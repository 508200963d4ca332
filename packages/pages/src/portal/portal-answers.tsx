import type { HttpRequest, HttpResponse } from '@stepward/http';
import { styleQuery } from '../layout/assets.js';
import type { Brand } from '../layout/brand.js';
import type { PageFrame, PageStatus, Reader, Renderer } from '../layout/create-renderer.js';
import { Document } from '../layout/document.js';
import { createMessages, type Message, type Messages } from '../layout/messages.js';
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
import type { PortalTexts } from './portal-texts.js';

/** Every answer of a page for people who are signed in. */
export interface PortalAnswers extends Messages<Message> {
  page(props: Omit<PortalDocumentProps, 'style'>, how: PageStatus): Promise<HttpResponse>;
  /** The page of a portal link. Its button opens the session. */
  invite(
    frame: PageFrame<PortalTexts>,
    names: PortalNames,
    address: string,
    csrf: string,
  ): Promise<HttpResponse>;
  /** The page for a form that is not carried out, which is logged unless the person sent it twice. */
  refused(
    request: HttpRequest,
    refusal: FormRefusal,
    reader: Reader,
    address: string,
  ): Promise<HttpResponse>;
}

/** @param styleAddress of the page's style, without the query */
export function createPortalAnswers(
  renderer: Renderer<PortalTexts>,
  styleAddress: () => string,
  logRefused: (refused: RefusedForm) => void,
): PortalAnswers {
  const styleOf = (brand: Brand): string => `${styleAddress()}?${styleQuery(brand, PORTAL_STYLE)}`;
  const messages = createMessages<Message>(renderer, styleOf);

  return {
    ...messages,

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

    async refused(request, refusal, reader, address) {
      const { reason } = refusal;
      if (reason === 'used') return messages.message(request, 'formUsed', reader, { address });
      if (reason === 'busy') return messages.message(request, 'formBusy', reader, { address });
      logRefused(refusal);
      const how = { ...answerToRefused(refusal), address };
      return messages.message(request, 'requestRefused', reader, how);
    },
  };
}
