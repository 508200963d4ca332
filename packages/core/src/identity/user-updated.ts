import type { NewEvent } from '../events/new-event.js';

/** The `user.updated` event for a phone number that changes in the directory that Stepward keeps. */
export function userUpdated(tenantId: string, identityId: string, now: Date): NewEvent {
  const data = { id: identityId, updated_at: now.toISOString() };
  return { type: 'user.updated', tenantId, data };
}
