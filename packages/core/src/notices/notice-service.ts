import type { Identity } from '../records/identity.js';
import type { Handler } from '../webhooks/handlers/handler.js';
import { NOTICE_EVENTS, noticeOf, type Notice } from './notice.js';

/** Where notices go to: a mail, a push message, a page of the host. */
export interface NoticeSender {
  /**
   * Sends a notice. It is called at least once for each, after the change was committed; again where it throws, rejects or takes
   * longer than 15 seconds, on the schedule of webhooks.
   *
   * @param signal aborts after 15 seconds
   */
  send(notice: Notice, signal: AbortSignal): unknown;
}

export interface NoticeWiring {
  readonly notices: NoticeSender;
  readonly identities: {
    find(tenantId: string, identityId: string): Promise<Pick<Identity, 'locale'> | null>;
  };
}

/** Returns the handler that turns Stepward's own events into notices. Each worker has it. */
export function createNoticeHandler({ notices, identities }: NoticeWiring): Handler {
  return {
    name: 'stepward.notices',
    events: NOTICE_EVENTS,
    async handle(event, signal) {
      const notice = noticeOf(event);
      if (notice === null) return;
      const identity = await identities.find(notice.tenantId, notice.identityId);
      await notices.send({ ...notice, locale: identity?.locale ?? null }, signal);
    },
  };
}
