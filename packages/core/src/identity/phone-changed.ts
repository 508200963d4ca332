import type { NewOwnEvent } from '../events/new-event.js';

/**
 * The `mfa.phone_changed` event, whose notice goes to the person.
 *
 * @param verified whether the person has a verified number now
 */
export function phoneChanged(
  tenantId: string,
  identityId: string,
  verified: boolean,
  now: Date,
): NewOwnEvent {
  const data = { identity_id: identityId, verified, changed_at: now.toISOString() };
  return { type: 'mfa.phone_changed', tenantId, data };
}
