import type { HttpRequest, HttpResponse } from '@stepward/http';
import type { Language } from '../texts/language.js';
import { answerOf, type Refused } from './answer-of.js';
import type { Brand } from './brand.js';
import type { PageStatus, Reader, Renderer } from './create-renderer.js';
import { Document } from './document.js';
import { bareHeaders } from './security-headers.js';

/** The status of each message: a page that says why something cannot be shown or done. */
const MESSAGE_STATUSES = {
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

export type Message = keyof typeof MESSAGE_STATUSES;

/** The heading and the explanation of some messages, and the text of the link below them. */
type MessageTexts<Of extends Message> = Language &
  Readonly<Record<Of | `${Of}Heading` | 'reload', string>>;

/** What the answer has beside the message; the status is the message's own by default. */
export interface MessageAnswer extends Partial<PageStatus> {
  /** The page to open again; none by default. */
  readonly address?: string;
}

/** The messages of a page. */
export interface Messages<Of extends Message> {
  message(
    request: HttpRequest,
    message: Of,
    reader: Reader | null,
    answer?: MessageAnswer,
  ): Promise<HttpResponse>;
  failed(request: HttpRequest, refusal: Refused | null): Promise<HttpResponse>;
}

/** @param styleOf returns the address of the style for a brand */
export function createMessages<Of extends Message>(
  renderer: Renderer<MessageTexts<Of | 'failed'>>,
  styleOf: (brand: Brand) => string,
): Messages<Of> {
  const message: Messages<Of | 'failed'>['message'] = async (
    request,
    name,
    reader,
    { address, ...how } = {},
  ) => {
    const frame = await renderer.frame(request, reader ?? { tenantId: null, locale: null });
    const { texts } = frame.chosen;
    const heading = texts[`${name}Heading`];
    const page = (
      <Document title={heading} style={styleOf(frame.brand)} {...frame}>
        <h1>{heading}</h1>
        <p>{texts[name]}</p>
        {address !== undefined && <a href={address}>{texts.reload}</a>}
      </Document>
    );
    return renderer.page(frame, { status: MESSAGE_STATUSES[name], ...how }, page);
  };

  return {
    message,
    async failed(request, refusal) {
      const how = refusal === null ? { status: MESSAGE_STATUSES.failed } : answerOf(refusal);
      try {
        return await message(request, 'failed', null, how);
      } catch {
        // The host's `brand` failed, too.
        return { status: how.status, headers: bareHeaders(), body: '' };
      }
    },
  };
}

/** Sends the browser to another page after a form. */
export function redirect(location: string, headers: HttpResponse['headers'] = {}): HttpResponse {
  const fixed = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return { status: 303, headers: { location, ...fixed, ...headers }, body: null };
}
