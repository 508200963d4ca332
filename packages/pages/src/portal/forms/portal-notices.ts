import { createLinkCodec, type LinkCodecOptions } from '../../links/link-codec.js';
import type { PortalNotice } from '../portal-route.js';
import type { PortalSession } from '../portal-session.js';

/** How long a notice can be read, in milliseconds: long enough for the redirect. */
const NOTICE_LIFETIME_MS = 60_000;

/** Notices of what a form did, in the address that it redirects to: encrypted, and for one session. */
export interface PortalNotices {
  write(session: PortalSession, notice: PortalNotice): Promise<string>;
  /** Null for one that has expired, or is another session's. */
  read(session: PortalSession, value: string): Promise<PortalNotice | null>;
}

interface SessionNotice {
  readonly of: string;
  readonly notice: PortalNotice;
}

export interface PortalNoticesOptions extends LinkCodecOptions {
  /** The page: `/webhooks`. */
  readonly path: string;
}

export function createPortalNotices(options: PortalNoticesOptions): PortalNotices {
  const codec = createLinkCodec<SessionNotice>(`portal-notice${options.path}/v1`, options);
  return {
    write: (session, notice) =>
      codec.write(codec.create({ of: nameOf(session), notice }, NOTICE_LIFETIME_MS)),
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
