import type { ApiKey, TenantApiKey } from '@stepward/core';
import { type ApiKeyStore, pageOf } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { afterTime, fieldsOf, type Session, timePage, timePosition } from '../rows/index.js';

const API_KEY = fieldsOf<ApiKey>(
  {
    id: 'plain',
    name: 'plain',
    prefix: 'plain',
    scopes: 'json',
    environmentId: 'plain',
    createdAt: 'time',
    lastUsedAt: 'time',
    expiresAt: 'time',
    revokedAt: 'time',
  },
  { id: 'key_id' },
);

const LIST = `select ${API_KEY.selected} from stepward_api_keys
  where tenant_id = @tenantId and (@keyId is null or key_id = @keyId)
    and (@liveAt is null or coalesce(expires_at > @liveAt, true) and coalesce(revoked_at > @liveAt, true))
    and ${afterTime('created_at', 'key_id')}`;

export function apiKeyStore({ sql }: Session): ApiKeyStore {
  return {
    async list({ keyId, liveAt }, page) {
      const rows = sql.all(LIST, { keyId, liveAt, ...timePage(page) });
      const keys = API_KEY.readAll(rows);
      return pageOf(keys, page, ({ createdAt, id }) => timePosition(createdAt, id));
    },
    async put(key, secretHash) {
      if (secretHash === null) {
        sql.run(
          `update stepward_api_keys set last_used_at = @lastUsedAt, revoked_at = @revokedAt
            where tenant_id = @tenantId and key_id = @id`,
          API_KEY.values(key),
        );
      } else {
        sql.run(
          `insert into stepward_api_keys (tenant_id, secret_hash, ${API_KEY.columns})
            values (@tenantId, @secretHash, ${API_KEY.parameters})`,
          { ...API_KEY.values(key), secretHash },
        );
      }
    },
  };
}

/** Finds the key of any tenant: see `LookUps`. */
export function findApiKey(sql: Sql, secretHash: string): TenantApiKey | null {
  const row = sql.first(
    `select tenant_id as tenantId, ${API_KEY.selected} from stepward_api_keys
      where secret_hash = @secretHash`,
    { secretHash },
  ) as Pick<TenantApiKey, 'tenantId'> | undefined;
  return row === undefined ? null : { tenantId: row.tenantId, key: API_KEY.read(row) };
}
