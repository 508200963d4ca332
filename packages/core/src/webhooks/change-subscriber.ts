import { sameJson } from '../shared/same-json.js';
import type { Subscriber } from './subscriber.js';
import type { SubscriberFields } from './subscriber-fields.js';

/**
 * Applies a change: the very same subscriber where nothing is different. Enabling it forgets why it was
 * disabled; that and another URL, since when it failed: those failures say nothing about the new one.
 */
export function changeSubscriber(
  current: Subscriber,
  fields: SubscriberFields,
  now: Date,
): Subscriber {
  const { url, description, eventTypes, naming, enabled } = current;
  if (sameJson({ url, description, eventTypes, naming, enabled }, fields)) return current;
  const failingSince = url === fields.url ? current.failingSince : null;
  const changed = { ...current, ...fields, failingSince, updatedAt: now };
  if (enabled === fields.enabled) return changed;
  return fields.enabled
    ? { ...changed, disabledReason: null, failingSince: null }
    : { ...changed, disabledReason: 'manual' };
}
