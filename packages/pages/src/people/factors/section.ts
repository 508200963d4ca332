import type { FactorName, Stepward } from '@stepward/core';
import type { Child } from 'hono/jsx';
import type { Refused } from '../../layout/answer-of.js';
import type { Form } from '../../links/read-form.js';
import type {
  PortalContent,
  PortalNotice,
  PortalOutcome,
  PortalVisit,
} from '../../portal/portal-route.js';
import type { SecuritySession } from '../security-session.js';
import type { PageFactorName, SecurityView } from './security-facts.js';
import type { SectionTexts } from './section-texts.js';

/** A request to a section of `/security`. */
export type SectionVisit<Texts = unknown, Services extends keyof Stepward = never> = PortalVisit<
  SecuritySession,
  SectionTexts & Texts,
  Services
>;

/** The name of a text. */
export type TextOf<Texts> = Exclude<keyof (SectionTexts & Texts), 'direction'>;

/** A form was refused, and nothing was changed. */
export interface SectionRefusal<Texts> {
  readonly type: 'refused';
  readonly refusal: Refused;
  /** What the person reads; `{time}` is the wait. */
  readonly text: TextOf<Texts>;
  /** The page to show again; null for the first one. */
  readonly content: PortalContent | null;
}

/** The outcome of a form of a section. */
export type SectionOutcome<Texts> =
  | Exclude<PortalOutcome<SectionTexts & Texts>, { readonly type: 'refused' }>
  | SectionRefusal<Texts>;

export type SectionAction<Texts, Services extends keyof Stepward> = (
  visit: SectionVisit<Texts, Services>,
  form: Form,
) => Promise<SectionOutcome<Texts>>;

/** One address of a section. */
export interface SectionRoute<Texts, Services extends keyof Stepward> {
  readonly path: `/security/${string}`;
  /** Null is the page "There is nothing here", with 404. */
  readonly show: (
    visit: SectionVisit<Texts, Services>,
  ) => PortalContent | Promise<PortalContent | null>;
  readonly actions: Readonly<Record<string, SectionAction<Texts, Services>>>;
}

/** What a part of the first page is drawn with. */
export interface PartProps<Texts = unknown> {
  readonly visit: SectionVisit<Texts>;
  readonly view: SecurityView;
  /** Whether nothing can be changed before a step-up. */
  readonly isLocked: boolean;
  /** What each factor is called. */
  readonly nameOf: (factor: PageFactorName) => string;
}

/** A section of `/security`: its addresses, what its forms do, and its texts. */
export interface Section<Texts, Services extends keyof Stepward> {
  /** The services that it calls. */
  readonly services: readonly Services[];
  readonly texts: { readonly en: Partial<Texts>; readonly de: Partial<Texts> };
  /** What its forms on the first page do; none by default. */
  readonly actions?: Readonly<Record<string, SectionAction<Texts, Services>>>;
  readonly routes: readonly SectionRoute<Texts, Services>[];
}

/** A section with a part of the first page. */
export interface ShownSection<Texts, Services extends keyof Stepward> extends Section<
  Texts,
  Services
> {
  readonly Part: (props: PartProps<Texts>) => Child;
}

/** The texts for the refusals that every change has. */
export const ACCOUNT_REFUSALS = {
  assurance_insufficient: 'stepUpNeeded',
  identity_unknown: 'sessionEnded',
  identity_suspended: 'sessionEnded',
} as const satisfies Readonly<Record<string, TextOf<unknown>>>;

/** The organisation of the session forbids the factor. */
export const NOT_ALLOWED = { code: 'factor_not_allowed' } as const;

/**
 * A refusal with its text.
 *
 * @param texts the name of a text for each code that the refusal can have
 * @param content the page to show again; the first one by default
 */
export function refused<Code extends Refused['code'], Text>(
  refusal: Refused & { readonly code: Code },
  texts: Readonly<Record<Code, Text>>,
  content: PortalContent | null = null,
) {
  return { type: 'refused', refusal, text: texts[refusal.code], content } as const;
}

/** Sends the browser to a page, which shows the result. */
export function redirect<Texts>(path: string, notice: PortalNotice<SectionTexts & Texts>) {
  return { type: 'redirect', path, notice } as const;
}

/** The query of the first page after a change of factors: it then offers to end the other sessions. */
export const FACTORS_CHANGED = { changed: 'factors' } as const;

/** Sends the browser to the first page after a change of factors. */
export function factorsChanged<Texts>(notice: PortalNotice<SectionTexts & Texts>) {
  return { ...redirect('/security', notice), query: FACTORS_CHANGED };
}

/** Whether the policy that holds for the session allows a factor. The services know no organisation here. */
export async function isAllowed(
  { stepward, session }: SectionVisit<unknown, 'policies'>,
  factor: FactorName,
): Promise<boolean> {
  const policy = await stepward.policies.get(session.tenantId, session.organisationId);
  return policy.isOk() && policy.value.allowedFactors.includes(factor);
}

/** Who calls the services. */
export function callerOf({ session, client }: SectionVisit) {
  const { tenantId, identityId, sessionId, assurance } = session;
  return { tenantId, identityId, sessionId, assurance, ...client };
}

/** The page of one authenticator. */
export function authenticatorPath(authenticatorId: string) {
  return `/security/authenticators/${authenticatorId}` as const;
}

/** The way back to the first page. */
export function backOf({ chosen, href }: SectionVisit): PortalContent['back'] {
  return { address: href('/security'), text: chosen.texts.heading };
}
