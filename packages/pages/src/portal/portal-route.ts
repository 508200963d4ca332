import type { HttpResponse } from '@stepward/http';
import type { Child } from 'hono/jsx';
import type { PageFrame } from '../layout/create-renderer.js';
import type { Form } from '../links/read-form.js';
import type { RouteParams } from './match-route.js';
import type { PortalSession } from './portal-session.js';
import type { PortalTexts } from './portal-texts.js';

/** A request to one page of a person who is signed in. */
export interface PortalVisit<
  Session extends PortalSession,
  Texts extends PortalTexts,
> extends PageFrame<Texts> {
  readonly session: Session;
  /** The parameters of the route's path. */
  readonly params: RouteParams;
  readonly query: URLSearchParams;
  /** The value of the hidden field `csrf` of every form of the page. A form takes effect once. */
  readonly csrf: string;
  readonly now: Date;
  /** The address of the client, as the framework reports it; null where it is not known. */
  readonly clientAddress: string | null;
  /** The address of a path below the mount point: `href('/webhooks/w1')`. */
  readonly href: (path: string, query?: Readonly<Record<string, string>>) => string;
}

/** What a page shows below its frame. */
export interface PortalContent {
  readonly title: string;
  /** The page above this one; null for the first. */
  readonly back: { readonly address: string; readonly text: string } | null;
  /** Why the last form was refused; null where none was. */
  readonly alert: Child;
  readonly body: Child;
}

/** The result of a form, to show on the page that follows. The names are those of texts. */
export interface PortalNotice<Texts extends PortalTexts> {
  readonly text: Exclude<keyof Texts, 'direction'>;
  /** What replaces the placeholders of the text. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The outcome of a form. */
export type PortalOutcome<Texts extends PortalTexts> =
  /** It was carried out: the browser is sent to a path below the mount point. */
  | {
      readonly type: 'redirect';
      readonly path: string;
      readonly query?: Readonly<Record<string, string>>;
      readonly notice: PortalNotice<Texts>;
    }
  /** It was carried out, and the result is shown only once, such as a secret. */
  | { readonly type: 'show_once'; readonly content: PortalContent }
  /** It was refused, and nothing was changed: the page again, with the reason. */
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly headers?: HttpResponse['headers'];
      readonly content: PortalContent;
    };

/** One address of a page. Null is the page "There is nothing here", with 404. */
export interface PortalRoute<Session extends PortalSession, Texts extends PortalTexts> {
  /** Below the mount point: `/webhooks/:webhookId`. */
  readonly path: string;
  show(visit: PortalVisit<Session, Texts>): Promise<PortalContent | null>;
  /** What the forms of the page do, by the value of their field `do`. None by default. */
  readonly actions?: Readonly<
    Record<
      string,
      (visit: PortalVisit<Session, Texts>, form: Form) => Promise<PortalOutcome<Texts> | null>
    >
  >;
}
