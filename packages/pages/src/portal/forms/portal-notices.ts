import type { Clock, KeyRing, Random } from '@stepward/core';
import { createLinkCodec } from '../../links/link-codec.js';
import type { PortalNotice } from '../portal-route.js';
import type { PortalSession } from '../portal-session.js';
import type { PortalTexts } from '../portal-texts.js';

/** How long a notice can be read, in milliseconds: long enough for the redirect. */
const NOTICE_LIFETIME_MS = 60_000;

/** Notices of what a form did, in the address that it redirects to: encrypted, and for one session. */
export interface PortalNotices<Texts extends PortalTexts> {
  write(session: PortalSession, notice: PortalNotice<Texts>): Promise<string>;
  /** Null for one that has expired, or is another session's. */
  read(session: PortalSession, value: string): Promise<PortalNotice<Texts> | null>;
}

interface SessionNotice<Texts extends PortalTexts> {
  readonly of: string;
  readonly notice: PortalNotice<Texts>;
}

export interface PortalNoticesOptions {
  /** The page: `/webhooks`. */
  readonly path: string;
  readonly keys: KeyRing;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
}

export function createPortalNotices<Texts extends PortalTexts>({
  path,
  keys,
  clock,
  random,
}: PortalNoticesOptions): PortalNotices<Texts> {
  const codec = createLinkCodec<SessionNotice<Texts>>(`portal-notice${path}/v1`, keys, clock);
  return {
    write(session, notice) {
      const expiresAt = new Date(clock.now().getTime() + NOTICE_LIFETIME_MS);
      const content = { of: nameOf(session), notice };
      return codec.write({ linkId: random.uuid(), expiresAt, content });
    },
    async read(session, value) {
      const read = await codec.read(value);
      const found = read.isOk() ? read.value.content : null;
      return found?.of === nameOf(session) ? found.notice : null;
    },
  };
}

function nameOf({ tenantId, sessionId }: PortalSession): string {
  return JSON.stringify([tenantId, sessionId]);
}
