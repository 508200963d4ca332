import type { NoticeSender } from '@stepward/core';

/** A notice as a person would get it. `at` is ISO 8601, by the demo's clock. */
export interface ReceivedNotice {
  readonly type: string;
  readonly tenant_id: string;
  readonly identity_id: string;
  readonly factor: string | null;
  readonly at: string;
}

/** The letter boxes of all people: a sender that keeps its notices to be read, each once. */
export interface DemoNotices extends NoticeSender {
  /** The notices to people of a tenant, newest first. */
  ofTenant(tenantId: string): readonly ReceivedNotice[];
}

export function createDemoNotices(): DemoNotices {
  const received = new Map<string, ReceivedNotice>();
  return {
    send({ noticeId, type, tenantId, identityId, factor, at }) {
      const person = { tenant_id: tenantId, identity_id: identityId };
      received.set(noticeId, { type, ...person, factor, at: at.toISOString() });
    },
    ofTenant: (tenantId) =>
      [...received.values()].filter((notice) => notice.tenant_id === tenantId).toReversed(),
  };
}
