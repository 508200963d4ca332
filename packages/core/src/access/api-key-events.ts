import type { ApiKey } from '../records/api-key.js';
import type { NewEvent } from '../events/new-event.js';
import type { EndedApiKey } from './change-api-key.js';

/** The catalogue's events about management keys (specification, "Event catalogue"). */

export function keyCreated(tenantId: string, key: ApiKey): NewEvent {
  const { id, name, prefix, scopes, environmentId, createdAt } = key;
  const environment = environmentId === null ? {} : { environment_id: environmentId };
  const data = { id, name, prefix, scopes, ...environment, created_at: createdAt.toISOString() };
  return { type: 'api_key.created', tenantId, data };
}

/** `key` is the new key. */
export function keyRotated(tenantId: string, key: ApiKey, previousId: string): NewEvent {
  const { id, name, prefix, createdAt } = key;
  const rotated = { previous_id: previousId, rotated_at: createdAt.toISOString() };
  return { type: 'api_key.rotated', tenantId, data: { id, name, prefix, ...rotated } };
}

/** `key` is the revoked key. After a rotation with an overlap `revoked_at` lies ahead. */
export function keyRevoked(
  tenantId: string,
  key: EndedApiKey,
  reason: 'rotation' | 'admin_revoke',
): NewEvent {
  const { id, name, revokedAt } = key;
  const data = { id, name, revoked_at: revokedAt.toISOString(), reason };
  return { type: 'api_key.revoked', tenantId, data };
}
