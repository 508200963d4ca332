import type { CallerClient, Stepward } from '@stepward/core';
import type { HttpResponse } from '@stepward/http';
import type { Child } from 'hono/jsx';
import type { PageFrame } from '../layout/create-renderer.js';
import type { Form } from '../links/read-form.js';
import type { PortalSession } from './portal-session.js';
import type { PortalTexts } from './portal-texts.js';

/** A request to one page of a person who is signed in. */
export interface PortalVisit<
  Session extends PortalSession = PortalSession,
  Texts extends PortalTexts = PortalTexts,
  Services extends keyof Stepward = never,
> extends PageFrame<Texts> {
  /** The services that the page calls. */
  readonly stepward: Pick<Stepward, Services>;
  readonly session: Session;
  /** Whether a portal link opened the session: the host's sign-in does not know it. */
  readonly isPortal: boolean;
  /** The parameters of the route's path. */
  readonly params: RouteParams;
  readonly query: URLSearchParams;
  /** The value of the hidden field `csrf` of every form of the page. A form takes effect once. */
  readonly csrf: string;
  readonly now: Date;
  /** What is known of the client, for the callers of services. */
  readonly client: CallerClient;
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
export interface PortalNotice<Texts extends PortalTexts = PortalTexts> {
  readonly text: Exclude<keyof Texts, 'direction'>;
  /** What replaces the placeholders of the text. */
  readonly values?: Readonly<Record<string, string>>;
}

/** A request that was refused, and changed nothing: a page that says why. */
export interface PortalRefusal {
  readonly type: 'refused';
  readonly status: number;
  readonly headers?: HttpResponse['headers'];
  readonly content: PortalContent;
}

/** The outcome of a form. */
export type PortalOutcome<Texts extends PortalTexts = PortalTexts> =
  /** It was carried out: the browser is sent to a path below the mount point. */
  | {
      readonly type: 'redirect';
      readonly path: string;
      readonly query?: Readonly<Record<string, string>>;
      readonly notice: PortalNotice<Texts>;
    }
  /** It was carried out, and the result is shown only once, such as a secret. */
  | { readonly type: 'show_once'; readonly content: PortalContent }
  /** The page again, with the reason. The form may be sent again. */
  | PortalRefusal;

/** Carries a form out. Null is the page "There is nothing here", with 404. */
export type PortalAction<
  Session extends PortalSession = PortalSession,
  Texts extends PortalTexts = PortalTexts,
  Services extends keyof Stepward = never,
> = (
  visit: PortalVisit<Session, Texts, Services>,
  form: Form,
) => Promise<PortalOutcome<Texts> | null>;

/** One address of a page. */
export interface PortalRoute<
  Session extends PortalSession = PortalSession,
  Texts extends PortalTexts = PortalTexts,
  Services extends keyof Stepward = never,
> {
  /** Below the mount point: `/webhooks/:webhookId`. */
  readonly path: string;
  /** Returns what the page shows, or why it does not. Null is the page "There is nothing here", with 404. */
  show(visit: PortalVisit<Session, Texts, Services>): Promise<PortalContent | PortalRefusal | null>;
  /** What the forms of the page do, by the value of their field `do`. None by default. */
  readonly actions?: Readonly<Record<string, PortalAction<Session, Texts, Services>>>;
}

/** The values of a path's parameters by name, decoded. */
export type RouteParams = Readonly<Record<string, string>>;

/**
 * Compares a path with that of a route, whose segments with a colon match any one segment. Null where it does not
 * match, or where a segment is badly encoded.
 *
 * @example
 * matchRoute('/webhooks/:webhookId', '/webhooks/w1'); // { webhookId: 'w1' }
 */
export function matchRoute(route: string, path: string): RouteParams | null {
  const [wanted, given] = [route.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, segment] of wanted.entries()) {
    const value = given[at] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== value) return null;
      continue;
    }
    const decoded = decodeSegment(value);
    if (decoded === null || decoded === '') return null;
    params[segment.slice(1)] = decoded;
  }
  return params;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
