import type { ApiKey } from '../records/api-key.js';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../events/catalogue/catalogue.js';
import { checkEventData } from '../events/catalogue/check-event-data.js';
import { keyCreated, keyRevoked, keyRotated } from './api-key-events.js';

const AT = '2026-01-01T00:00:00.007Z';
const KEY: ApiKey = {
  id: 'key-2',
  name: 'CI',
  prefix: 'service_mgmt_AbCdEf',
  scopes: ['logs:read'],
  environmentId: null,
  createdAt: new Date(AT),
  lastUsedAt: new Date(1),
  expiresAt: null,
  revokedAt: null,
};

describe('an event about a management key', () => {
  // spec: catalogue/api_key.created, catalogue/api_key.rotated, catalogue/api_key.revoked
  it.each([
    [
      () => keyCreated('acme', KEY),
      'api_key.created',
      { id: 'key-2', name: 'CI', prefix: KEY.prefix, scopes: ['logs:read'], created_at: AT },
    ],
    [
      () => keyCreated('acme', { ...KEY, environmentId: 'env_prod' }),
      'api_key.created',
      {
        id: 'key-2',
        name: 'CI',
        prefix: KEY.prefix,
        scopes: ['logs:read'],
        environment_id: 'env_prod',
        created_at: AT,
      },
    ],
    [
      () => keyRotated('acme', KEY, 'key-1'),
      'api_key.rotated',
      { id: 'key-2', previous_id: 'key-1', name: 'CI', prefix: KEY.prefix, rotated_at: AT },
    ],
    [
      () => keyRevoked('acme', { ...KEY, revokedAt: new Date(7) }, 'rotation'),
      'api_key.revoked',
      { id: 'key-2', name: 'CI', revoked_at: '1970-01-01T00:00:00.007Z', reason: 'rotation' },
    ],
    [
      () => keyRevoked('acme', { ...KEY, revokedAt: new Date(7) }, 'admin_revoke'),
      'api_key.revoked',
      { id: 'key-2', name: 'CI', revoked_at: '1970-01-01T00:00:00.007Z', reason: 'admin_revoke' },
    ],
  ] as const)('says what the catalogue asks for: %#', (make, type, data) => {
    const event = make();
    expect(event).toEqual({ type, tenantId: 'acme', data });
    expect(checkEventData(catalogue[type], event.data).violations).toEqual([]);
  });
});
