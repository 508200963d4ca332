import type { Result } from 'neverthrow';
import {
  readSubscriberFields,
  type SubscriberFields,
  type SubscriberInput,
  type SubscriberInvalid,
} from './subscriber-fields.js';
import type { Subscriber } from './subscriber.js';

const DEFAULTS: Omit<SubscriberFields, 'url'> = {
  description: '',
  eventTypes: ['*'],
  naming: 'canonical',
  enabled: true,
};

/**
 * Reads a new subscriber. `url` is required: at most 2,048 characters; whether it is a target is for the
 * targets' rules to say. `description`: at most 255. `event_types`: 1 to 100 names or patterns; `['*']`.
 * `naming`: `canonical` or `legacy`. `enabled`: true.
 */
export function readNewSubscriber(
  input: SubscriberInput,
): Result<SubscriberFields, SubscriberInvalid> {
  return readSubscriberFields(input, { ...DEFAULTS, url: undefined });
}

/**
 * A subscriber with its first secret, and no failures. One that is made disabled was disabled by hand.
 *
 * @param made its id, and its secret from `sealSecret`
 */
export function newSubscriber(
  made: { readonly id: string; readonly sealed: string },
  fields: SubscriberFields,
  now: Date,
): Subscriber {
  return {
    id: made.id,
    ...fields,
    disabledReason: fields.enabled ? null : 'manual',
    secrets: [{ sealed: made.sealed, expiresAt: null }],
    failingSince: null,
    failingNoticedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
