import type { ApiKey } from '@stepward/core';
import type { ApiKeyStore } from '@stepward/core/adapter';
import { API_KEY_COLUMNS, storedApiKey, type ApiKeyRow } from './api-key-row.js';
import { momentPosition, readMomentPosition } from './moment-position.js';
import { pageOf } from './page-of.js';
import { statement, type Statement } from './statement.js';
import { findable } from './stored-values.js';
import type { TenantSession } from './tenant-session.js';

type Operation = 'find' | 'listFirst' | 'listNext' | 'countLive' | 'insert' | 'update';

/** The management keys of a tenant. A page begins after the key that the one before ended with. */
export function apiKeyStores(schema: string): (session: TenantSession) => ApiKeyStore {
  const { find, listFirst, listNext, countLive, insert, update } = apiKeyStatements(schema);

  return ({ tenantId, logger, query }) => ({
    async find(keyId) {
      const [row] = (await query(find, [tenantId, findable(keyId)])) as readonly ApiKeyRow[];
      return row === undefined ? null : storedApiKey(row, logger);
    },
    async list({ limit, position }) {
      const after = position === null ? [] : readMomentPosition(position);
      const values = [tenantId, limit + 1, ...after];
      const rows = (await query(
        position === null ? listFirst : listNext,
        values,
      )) as readonly ApiKeyRow[];
      return pageOf(
        rows.map((row) => storedApiKey(row, logger)),
        limit,
        positionOf,
      );
    },
    async countLive() {
      const [row] = (await query(countLive, [tenantId])) as readonly { readonly count: number }[];
      return row?.count ?? 0;
    },
    async insert(key, secretHash) {
      const { id, name, prefix, scopes, environmentId } = key;
      const { createdAt, lastUsedAt, revokedAt } = key;
      const columns = [id, name, prefix, scopes, environmentId, createdAt, lastUsedAt, revokedAt];
      await query(insert, [tenantId, secretHash, ...columns]);
    },
    async update({ id, lastUsedAt, revokedAt }) {
      await query(update, [tenantId, id, lastUsedAt, revokedAt]);
    },
  });
}

function apiKeyStatements(schema: string): Readonly<Record<Operation, Statement>> {
  const table = `${schema}.api_keys`;
  const select = `select ${API_KEY_COLUMNS} from ${table} where tenant_id = $1`;
  const newestFirst = 'order by created_at desc, key_id desc limit $2';
  return {
    find: statement('api_key_find', `${select} and key_id = $2`),
    listFirst: statement('api_key_list', `${select} ${newestFirst}`),
    listNext: statement(
      'api_key_list_next',
      `${select} and (created_at, key_id) < ($3::timestamptz, $4) ${newestFirst}`,
    ),
    countLive: statement(
      'api_key_count_live',
      `select count(*)::integer as count from ${table} where tenant_id = $1 and revoked_at is null`,
    ),
    insert: statement(
      'api_key_insert',
      `insert into ${table} (tenant_id, secret_hash, ${API_KEY_COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    ),
    update: statement(
      'api_key_update',
      `update ${table} set last_used_at = $3, revoked_at = $4 where tenant_id = $1 and key_id = $2`,
    ),
  };
}

function positionOf({ createdAt, id }: ApiKey): string {
  return momentPosition(createdAt, id);
}
