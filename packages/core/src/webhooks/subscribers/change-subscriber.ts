import { originOf } from './destination-url.js';
import { sameJson } from '../../shared/same-json.js';
import type { Subscriber } from './subscriber.js';
import type { SubscriberFields } from './subscriber-fields.js';

/**
 * Applies a change, and returns the same object if nothing changes. Enabling a subscriber clears the reason why it
 * was disabled. Enabling it or changing its URL clears the time since which it has failed, and ends a pause, because those
 * failures do not apply any longer.
 */
export function changeSubscriber(
  current: Subscriber,
  fields: SubscriberFields,
  now: Date,
): Subscriber {
  const names = Object.keys(fields) as (keyof SubscriberFields)[];
  if (names.every((name) => sameJson(current[name], fields[name]))) return current;
  const failures = startsAfresh(current, fields) ? { failingSince: null, paused: null } : {};
  const changed = { ...current, ...fields, ...failures, updatedAt: now };
  if (current.enabled === fields.enabled) return changed;
  return { ...changed, disabledReason: fields.enabled ? null : 'manual' };
}

/** Whether the failures of a subscriber do not apply after the change. */
export function startsAfresh(
  current: Pick<Subscriber, 'url' | 'enabled'>,
  changed: Pick<Subscriber, 'url' | 'enabled'>,
): boolean {
  return current.url !== changed.url || (changed.enabled && !current.enabled);
}

/** All changes of a tenant's subscribers take turns: none overwrites another. */
export function changing({ tenantId }: { readonly tenantId: string }): {
  readonly tenantId: string;
  readonly lock: string;
} {
  return { tenantId, lock: 'subscribers' };
}

/**
 * What the audit log has of a subscriber that was changed. Paths and queries often contain tokens, so only the origin of a URL is
 * recorded, and of headers their names.
 */
export function auditedFields(subscriber: Subscriber): {
  readonly origin: string;
  readonly eventTypes: readonly string[];
  readonly naming: string;
  readonly signature: string;
  readonly body: string;
  readonly ordering: string;
  readonly version: string | null;
  readonly enabled: boolean;
  readonly headers: readonly string[];
  readonly clientCertificate: string | null;
} {
  const { url, eventTypes, naming, signature, body, ordering, version } = subscriber;
  const { enabled, clientCertificate } = subscriber;
  const headers = subscriber.headers?.names ?? [];
  return {
    origin: originOf(url),
    eventTypes,
    naming,
    signature,
    body,
    ordering,
    version,
    enabled,
    headers,
    clientCertificate,
  };
}
