import type { Subscriber } from './subscriber.js';

/** All changes of a tenant's subscribers take turns, so that none overwrites another. */
export function changing({ tenantId }: { readonly tenantId: string }): {
  readonly tenantId: string;
  readonly lock: string;
} {
  return { tenantId, lock: 'subscribers' };
}

/**
 * What the audit log has of a subscriber that was changed. Paths and queries often contain tokens, so only the origin of a URL is
 * recorded.
 */
export function auditedFields({ url, eventTypes, naming, enabled }: Subscriber): {
  readonly origin: string;
  readonly eventTypes: readonly string[];
  readonly naming: string;
  readonly enabled: boolean;
} {
  return { origin: new URL(url).origin, eventTypes, naming, enabled };
}
