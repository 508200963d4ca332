import type { Actor, AssuranceLevel, ManagementCaller, ManagementScope } from '@stepward/core';
import { isOneOf, required } from '@stepward/core/adapter';
import type {
  PortalContent,
  PortalOutcome,
  PortalRefusal,
  PortalRoute,
  PortalVisit,
} from '../../portal/portal-route.js';
import {
  actorRule,
  portalSessionRules,
  type PortalSession,
  type PortalSessionShape,
} from '../../portal/portal-session.js';
import type { PeopleTexts } from './people-english.js';
import { shownId } from '../parts/shown-name.js';

/** The scopes that the page asks for, as on the Customer API. */
const PEOPLE_SCOPES = ['identities:read', 'identities:write'] as const;
type PeopleScope = (typeof PEOPLE_SCOPES)[number];

/** An administrator of one tenant, who may see its people, and help them. */
export interface PeopleSession extends PortalSession {
  /** Who helps, for the logs. An `identity` cannot reset its own factors or give itself a pass. */
  readonly actor: Actor;
  /** `identities:read` shows people; with `identities:write` they can be reset and get a pass. Others are ignored. */
  readonly scopes: readonly ManagementScope[];
  /** The session's assurance, which must be `aal2`; null where you do not track it. */
  readonly assurance: AssuranceLevel | null;
}

export const peopleSession: PortalSessionShape<PeopleSession> = {
  rules: {
    ...portalSessionRules,
    actor: actorRule,
    scopes: required('an array of scopes', Array.isArray),
    assurance: required("'aal1', 'aal2' or null", isOneOf('aal1', 'aal2', null)),
  },
  pick: ({ tenantId, sessionId, actor: { type, id }, scopes, assurance }) => ({
    ...{ tenantId, sessionId, assurance },
    actor: { type, id },
    // In one order: a form is refused where a field of the session differs.
    scopes: PEOPLE_SCOPES.filter((scope) => scopes.includes(scope)),
  }),
  namesOf: ({ tenantId, actor }) => ({ person: actor.id, account: tenantId }),
};

/** The services that the page calls. */
export type PeopleServices = 'people';

export type PeopleRoute = PortalRoute<PeopleSession, PeopleTexts, PeopleServices>;
export type Visit = PortalVisit<PeopleSession, PeopleTexts, PeopleServices>;
export type Outcome = PortalOutcome<PeopleTexts>;
export type Shown = PortalContent | PortalRefusal | null;

export const PATH = '/people';

/** Below a segment of its own, so that no id is the path of a portal link or of the style. */
export const ONE = `${PATH}/person/:identityId`;

/** The id in the address. */
export function identityIdOf({ params }: Visit): string {
  return params['identityId'] ?? '';
}

/** A path below that of a person. */
export function pathOf(identityId: string, below = ''): string {
  return `${PATH}/person/${encodeURIComponent(identityId)}${below}`;
}

export function callerOf({
  session: { tenantId, actor, scopes, assurance },
  client,
}: Visit): ManagementCaller {
  return { tenantId, actor, scopes, assurance, ...client };
}

/** The way back to all people. */
export function backToSearch({ href, chosen }: Visit) {
  return { address: href(PATH), text: chosen.texts.toSearch };
}

/** The way back to the person in the address. */
export function backToPerson(visit: Visit) {
  return { address: visit.href(pathOf(identityIdOf(visit))), text: visit.chosen.texts.toPerson };
}

/** Serves who has the scope. Who may not see people may not change them either. */
export function withScope<Rest extends readonly unknown[], T>(
  scope: PeopleScope,
  serve: (visit: Visit, ...rest: Rest) => Promise<T>,
): (visit: Visit, ...rest: Rest) => Promise<T | PortalRefusal> {
  return async (visit, ...rest) => {
    const { scopes } = visit.session;
    if (!scopes.includes('identities:read')) return lacking(visit, 'noRead');
    return scopes.includes(scope) ? serve(visit, ...rest) : lacking(visit, 'noWrite');
  };
}

function lacking(visit: Visit, text: 'noRead' | 'noWrite'): PortalRefusal {
  const back = text === 'noRead' ? null : backToSearch(visit);
  const content = emptyPage(visit, back, visit.chosen.texts[text]);
  return { type: 'refused', status: 403, content };
}

/** A page that says only why there is nothing on it. */
export function emptyPage(
  { chosen }: Visit,
  back: PortalContent['back'],
  alert: PortalContent['alert'],
): PortalContent {
  return { title: chosen.texts.heading, back, alert, body: null };
}

/** Back to the page of the person, with the news of what was done. */
export function done(
  { identityId, name }: { readonly identityId: string; readonly name: string | null },
  text: 'resetDone' | 'withdrawn' | 'deviceEnded',
): Outcome {
  const notice = { text, values: { person: name ?? shownId(identityId) } };
  return { type: 'redirect', path: pathOf(identityId), notice };
}
