import type { ApiKey, Logger, PageRequest, TenantApiKey } from '@stepward/core';
import { type ApiKeyStore, isManagementScope, pageOf } from '@stepward/core/adapter';
import { statement, type BoundStatement, type Statement } from '../connection/statement.js';
import { storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { momentPosition, recordColumns, rowsOf } from './store-parts.js';

const API_KEY = recordColumns<ApiKey>({
  id: ['key_id'],
  name: ['name'],
  prefix: ['prefix'],
  scopes: ['scopes'],
  environmentId: ['environment_id'],
  createdAt: ['created_at', storedDate],
  lastUsedAt: ['last_used_at', storedDateOrNull],
  expiresAt: ['expires_at', storedDateOrNull],
  revokedAt: ['revoked_at', storedDateOrNull],
});

/** The management keys of a tenant. A page begins after the last key of the previous page. */
export function apiKeyStores(schema: string): (session: TenantSession) => ApiKeyStore {
  const table = `${schema}.api_keys`;
  const insert = statement(
    'api_key_insert',
    `insert into ${table} (tenant_id, secret_hash, ${API_KEY.list})
     values ($1, $2, ${API_KEY.parametersFrom(3)})`,
  );
  const update = statement(
    'api_key_update',
    `update ${table} set last_used_at = $3, revoked_at = $4 where tenant_id = $1 and key_id = $2`,
  );

  return ({ tenantId, logger, query }) => ({
    async list(filter, page) {
      const list = listStatement(schema, tenantId, filter, page);
      const rows = await query(list.statement, list.values);
      const keys = rows.map((row) => storedApiKey(row, logger));
      return pageOf(keys, page, ({ createdAt, id }) => momentPosition(createdAt, id));
    },
    async put(key, secretHash) {
      const { id, lastUsedAt, revokedAt } = key;
      if (secretHash === null) await query(update, [tenantId, id, lastUsedAt, revokedAt]);
      else await query(insert, [tenantId, secretHash, ...API_KEY.values(key)]);
    },
  });
}

function listStatement(
  schema: string,
  tenantId: string,
  { keyId, liveAt }: Parameters<ApiKeyStore['list']>[0],
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, addAfter, bind, text, toStatement } = rowsOf(tenantId);
  add((id) => `key_id = ${id}`, keyId);
  add(
    (now) =>
      `(revoked_at is null or revoked_at > ${now}) and (expires_at is null or expires_at > ${now})`,
    liveAt,
  );
  addAfter('created_at', 'key_id', position);
  return toStatement(
    'api_key_list',
    `select ${API_KEY.list} from ${schema}.api_keys
     where ${text()} order by created_at desc, key_id desc limit ${bind(limit + 1)}`,
  );
}

/** For a look-up over all tenants: see `LookUps`. */
export function findApiKeyStatement(schema: string): Statement {
  return statement(
    'api_key_find_by_hash',
    `select ${schema}.tenant_here(tenant_id) as tenant_id, ${API_KEY.list} from ${schema}.api_keys where secret_hash = $1`,
  );
}

export function storedTenantApiKey(row: unknown, logger: Logger): TenantApiKey {
  const { tenant_id: tenantId } = row as { readonly tenant_id: string };
  return { tenantId, key: storedApiKey(row, logger) };
}

/** Reads a key's row. A scope that this version does not know is ignored and reported. */
export function storedApiKey(row: unknown, logger: Logger): ApiKey {
  const key = API_KEY.read(row);
  const unknown = key.scopes.filter((scope) => !isManagementScope(scope));
  if (unknown.length > 0) {
    logger.warn({ keyId: key.id, unknown }, 'scopes of a management key are unknown');
  }
  return { ...key, scopes: key.scopes.filter(isManagementScope) };
}
