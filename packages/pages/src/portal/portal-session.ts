import { isTenantId, type Actor } from '@stepward/core';
import {
  checkOptions,
  isObject,
  isOneOf,
  isText,
  required,
  type OptionRule,
  type OptionRules,
} from '@stepward/core/adapter';

/** Who is signed in at a page: what the host's `signedIn` returns, or what a portal link was made for. */
export interface PortalSession {
  readonly tenantId: string;
  /** The host's id of the session. The forms of a page work in this session only. */
  readonly sessionId: string;
}

/** The session that a portal link opens. It gets its id when the link is used. */
export type PortalOwner<Session extends PortalSession> = Omit<Session, 'sessionId'>;

/** What a page expects of a session. */
export interface PortalSessionShape<Session extends PortalSession> {
  /** A rule for each field. */
  readonly rules: OptionRules<Session>;
  /** Returns the fields of the type alone. */
  readonly pick: (given: Session) => Session;
  /** The ids of the person and of what the session is for, which pages of a portal session name. */
  readonly namesOf: (session: Omit<Session, 'sessionId'>) => PortalNames;
}

/** Whom a portal link is for, and the tenant, with the organisation where the page is about one. */
export interface PortalNames {
  readonly person: string;
  readonly account: string;
}

/** The rules of the fields that every session has. */
export const portalSessionRules: OptionRules<PortalSession> = {
  tenantId: required('the id of a tenant', isTenantId),
  sessionId: required('a text', isText),
};

export const actorRule: OptionRule = required("an actor: { type: 'identity', id }", isActor);

function isActor(value: unknown): value is Actor {
  if (!isObject(value)) return false;
  const { type, id } = value as Partial<Record<keyof Actor, unknown>>;
  return isOneOf('identity', 'api_key', 'system')(type) && isText(id);
}

/**
 * Returns the documented fields of a session. Others, such as the rest of the host's own session, may differ from
 * request to request, and the forms of a page are bound to what this returns.
 *
 * @param factory what an error starts with
 * @param source where the session comes from, in an error: `signedIn().`
 * @throws TypeError that names the field that is missing or wrong.
 */
export function readPortalSession<Session extends PortalSession>(
  factory: string,
  source: string,
  { rules, pick }: PortalSessionShape<Session>,
  given: unknown,
): Session {
  const names = Object.keys(rules) as (keyof Session)[];
  if (!isObject(given)) {
    const expected = `null or an object of ${names.join(', ')}`;
    throw new TypeError(`${factory}: ${source.replace(/\.$/, '')} must be ${expected}`);
  }
  const session = given as Session;
  const known = Object.fromEntries(names.map((name) => [name, session[name]]));
  checkOptions<object>(factory, known, rules, source);
  return pick(session);
}
