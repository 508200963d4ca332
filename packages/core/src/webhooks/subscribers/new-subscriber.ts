import type { Result } from 'neverthrow';
import type { EventRegistry } from '../../events/catalogue/event-registry.js';
import {
  readSubscriberFields,
  type SubscriberFields,
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
 * Reads a new subscriber. `url` is required: at most 2,048 characters; the targets' rules decide whether it is
 * allowed. `description`: at most 255. `event_types`: 1 to 100 names or patterns; `['*']`. `naming`: `canonical` or
 * `legacy`. `enabled`: true.
 */
export function readNewSubscriber(
  events: Pick<EventRegistry, 'isPattern'>,
  input: object,
): Result<SubscriberFields, SubscriberInvalid> {
  return readSubscriberFields(events, input, DEFAULTS);
}

/**
 * A subscriber with its first secret, and no failures. One that is created disabled counts as disabled by an
 * administrator.
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
