import type { Actor, ManagementCaller, Page } from '@stepward/core';
import type { Child } from 'hono/jsx';
import { answerOf, type Refused } from '../../layout/answer-of.js';
import type {
  PortalContent,
  PortalOutcome,
  PortalRoute,
  PortalVisit,
} from '../../portal/portal-route.js';
import {
  actorRule,
  portalSessionRules,
  type PortalSession,
  type PortalSessionShape,
} from '../../portal/portal-session.js';
import type { ListView } from './webhook-parts.js';
import type { WebhooksTexts } from './webhooks-english.js';

/** An administrator of one tenant, who may see and change its webhooks. */
export interface WebhooksSession extends PortalSession {
  /** Who changes a webhook, for the audit log. */
  readonly actor: Actor;
}

export const webhooksSession: PortalSessionShape<WebhooksSession> = {
  rules: { ...portalSessionRules, actor: actorRule },
  pick: ({ tenantId, sessionId, actor: { type, id } }) => ({
    ...{ tenantId, sessionId },
    actor: { type, id },
  }),
  namesOf: ({ tenantId, actor }) => ({ person: actor.id, account: tenantId }),
};

/** The services that the page calls. */
export type WebhooksServices = 'subscribers' | 'deliveries' | 'eventRegistry' | 'cursors';

export type WebhooksRoute = PortalRoute<WebhooksSession, WebhooksTexts, WebhooksServices>;
export type Visit = PortalVisit<WebhooksSession, WebhooksTexts, WebhooksServices>;
export type Outcome = PortalOutcome<WebhooksTexts>;

export const PATH = '/webhooks';
export const ONE = `${PATH}/:webhookId`;

/** The id in the address. */
export function webhookIdOf({ params }: Visit): string {
  return params['webhookId'] ?? '';
}

/** A path below that of the subscriber. */
export function pathOf(webhookId: string, below = ''): string {
  return `${PATH}/${encodeURIComponent(webhookId)}${below}`;
}

/** A form at a path below that of the subscriber, and the way back to it. */
export function belowOne(visit: Visit, below: string) {
  const { chosen, csrf, href } = visit;
  const id = webhookIdOf(visit);
  return {
    form: { action: href(pathOf(id, below)), csrf },
    back: { address: href(pathOf(id)), text: chosen.texts.toWebhook },
  };
}

export function callerOf({ session: { tenantId, actor }, client }: Visit): ManagementCaller {
  return { tenantId, actor, scopes: ['webhooks:read', 'webhooks:write'], ...client };
}

/** A page, with the way back to the one above it. */
export function contentOf(
  title: string,
  back: { readonly address: string; readonly text: string } | null,
  body: Child,
  alert: Child = null,
): PortalContent {
  return { title, back, alert, body };
}

/** The page again, with the status of what was refused. */
export function refusedWith(refusal: Refused, content: PortalContent | null): Outcome | null {
  return content && { type: 'refused', ...answerOf(refusal), content };
}

/** The place in a list that an address asks for: null for the first page, undefined for a place of another list. */
export function placeIn(
  list: readonly string[],
  { stepward, query }: Visit,
): string | null | undefined {
  const after = query.get('after');
  return after === null ? null : (stepward.cursors.verify(list, after) ?? undefined);
}

/** A part of a list with the ways on from it. */
export function listView<Stored, Item>(
  { stepward: { cursors }, query }: Visit,
  list: readonly string[],
  { items, nextPosition }: Page<Stored>,
  toItem: (stored: Stored) => Item,
  address: (query: Readonly<Record<string, string>>) => string,
): ListView<Item> {
  return {
    items: items.map(toItem),
    older: nextPosition === null ? null : address({ after: cursors.sign(list, nextPosition) }),
    newest: query.has('after') ? address({}) : null,
  };
}
