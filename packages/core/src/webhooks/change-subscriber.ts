import type { Result } from 'neverthrow';
import { sameJson } from '../shared/same-json.js';
import type { Subscriber } from './subscriber.js';
import {
  readSubscriberFields,
  type SubscriberFields,
  type SubscriberInput,
  type SubscriberInvalid,
} from './subscriber-fields.js';

/** Reads a change: what is left out stays as it is. */
export function readSubscriberChange(
  input: SubscriberInput,
  current: SubscriberFields,
): Result<SubscriberFields, SubscriberInvalid> {
  return readSubscriberFields(input, current);
}

/**
 * Applies a change: the very same subscriber where nothing is different. Enabling it forgets why it was
 * disabled, and since when it failed.
 */
export function changeSubscriber(
  current: Subscriber,
  fields: SubscriberFields,
  now: Date,
): Subscriber {
  const { url, description, eventTypes, naming, enabled } = current;
  if (sameJson({ url, description, eventTypes, naming, enabled }, fields)) return current;
  const changed = { ...current, ...fields, updatedAt: now };
  if (enabled === fields.enabled) return changed;
  return fields.enabled
    ? { ...changed, disabledReason: null, failingSince: null }
    : { ...changed, disabledReason: 'manual' };
}
