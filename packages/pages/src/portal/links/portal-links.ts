import {
  type Clock,
  err,
  type KeyRing,
  ok,
  type Random,
  type Result,
  type Stepward,
} from '@stepward/core';
import type { RequestHead } from '@stepward/http';
import { createLinkCodec, type OpenedLink } from '../../links/link-codec.js';
import type { PortalOwner, PortalSession } from '../portal-session.js';

/** Why a portal link opens nothing. */
export type PortalLinkRefused = 'linkInvalid' | 'linkExpired' | 'linkUsed';

/** What a link and the session that it opens contain. */
export interface PortalGrant {
  readonly owner: PortalOwner<PortalSession>;
  /** BCP 47 tag; null for the browser's language. */
  readonly locale: string | null;
}

type OpenedGrant = OpenedLink<PortalGrant>;

/** The session of a link that was used. */
export interface OpenPortal {
  readonly session: PortalSession;
  readonly locale: string | null;
}

/** The links of one page, and the sessions that they open. */
export interface PortalLinks {
  /** The value of the query parameter `link`. */
  create(grant: PortalGrant): Promise<string>;
  /** Reads a link that can still be used. Uses nothing up. */
  read(link: string): Promise<Result<OpenedGrant, PortalLinkRefused>>;
  /** Uses a link up, and returns the cookie of its session. Of parallel calls one succeeds. */
  enter(link: OpenedGrant): Promise<Result<string, PortalLinkRefused>>;
  /** The session of the request's cookie; null where there is none, or it has ended. */
  find(request: Pick<RequestHead, 'headers'>): Promise<OpenPortal | null>;
  /** Ends a session for good, and returns the header that removes its cookie. */
  leave(session: PortalSession): Promise<string>;
}

export interface PortalLinksOptions {
  /** The page: `/webhooks`. */
  readonly path: string;
  readonly stepward: Pick<Stepward, 'idempotency'>;
  readonly keys: KeyRing;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly linkLifetimeMs: number;
  readonly portalSessionMs: number;
  /** The address of the page. */
  readonly address: () => URL;
}

/**
 * Links and sessions are encrypted values, so that no table is needed for them. What must be remembered is which links
 * were used and which sessions were closed; that is kept as idempotency keys are, for longer than either lives.
 */
export function createPortalLinks(options: PortalLinksOptions): PortalLinks {
  const { path, stepward, keys, clock, random, linkLifetimeMs, portalSessionMs, address } = options;
  const { idempotency } = stepward;
  const links = createLinkCodec<PortalGrant>(`portal-link${path}/v1`, keys, clock);
  const sessions = createLinkCodec<PortalGrant>(`portal-session${path}/v1`, keys, clock);
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const eventOf = (kind: 'link' | 'session', tenantId: string, id: string) => ({
    tenantId,
    principal: ['portal', kind],
    method: 'POST',
    path,
    key: id,
    content: '',
  });
  const linkUse = ({ linkId, content }: OpenedGrant) =>
    eventOf('link', content.owner.tenantId, linkId);

  return {
    create(grant) {
      const expiresAt = after(linkLifetimeMs);
      return links.write({ linkId: random.uuid(), expiresAt, content: grant });
    },

    async read(link) {
      const opened = await links.read(link);
      if (opened.isErr()) {
        return err(opened.error.code === 'link_expired' ? 'linkExpired' : 'linkInvalid');
      }
      const isUsed = await idempotency.isAnswered(linkUse(opened.value));
      return isUsed ? err('linkUsed') : ok(opened.value);
    },

    async enter(link) {
      const begun = await idempotency.begin(linkUse(link));
      if (begun.isErr() || begun.value.type === 'replay') return err('linkUsed');
      const { reservation } = begun.value;
      const isFirst = await idempotency.finish(reservation, '');
      if (!isFirst) return err('linkUsed');
      const { linkId, content } = link;
      const expiresAt = after(portalSessionMs);
      const value = await sessions.write({ linkId, expiresAt, content });
      return ok(portalCookie(address()).write(value, portalSessionMs));
    },

    async find(request) {
      const value = portalCookie(address()).read(request);
      if (value === null) return null;
      const opened = await sessions.read(value);
      if (opened.isErr()) return null;
      const { linkId: sessionId, content } = opened.value;
      const { owner, locale } = content;
      const isClosed = await idempotency.isAnswered(eventOf('session', owner.tenantId, sessionId));
      return isClosed ? null : { session: { ...owner, sessionId }, locale };
    },

    async leave({ tenantId, sessionId }) {
      const begun = await idempotency.begin(eventOf('session', tenantId, sessionId));
      if (begun.isOk() && begun.value.type === 'proceed') {
        await idempotency.finish(begun.value.reservation, '');
      }
      return portalCookie(address()).remove();
    },
  };
}

/** The cookie that has a portal session. It is read by one page only, and never sent with a request from another site. */
interface PortalCookie {
  /** The cookie's value; null where the browser sent none, or several with different values. */
  read(request: Pick<RequestHead, 'headers'>): string | null;
  /** The header `set-cookie`. */
  write(value: string, maxAgeMs: number): string;
  /** The header that removes the cookie. */
  remove(): string;
}

/**
 * @param address of the page, such as `https://app.example.com/webhooks`. Over https the cookie has the prefix `__Host-`
 * (RFC 6265bis, section 4.1.3.2): no other host of the domain can set it. That needs the path `/`, so the page's path is in
 * its name.
 */
function portalCookie(address: URL): PortalCookie {
  const isSecure = address.protocol === 'https:';
  const name = `${isSecure ? '__Host-' : ''}stepward${address.pathname.replaceAll('/', '-')}`;
  const path = isSecure ? '/' : address.pathname;
  const attributes = `Path=${path}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return {
    read({ headers }) {
      const pairs = (headers['cookie'] ?? []).flatMap((line) => line.split(';'));
      const given = pairs
        .map((pair) => pair.trim())
        .filter((pair) => pair.startsWith(`${name}=`))
        .map((pair) => pair.slice(name.length + 1));
      const [value = '', ...others] = new Set(given);
      return value === '' || others.length > 0 ? null : value;
    },
    write: (value, maxAgeMs) =>
      `${name}=${value}; Max-Age=${String(Math.floor(maxAgeMs / 1_000))}; ${attributes}`,
    remove: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}
