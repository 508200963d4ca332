import type { ApiKey, Logger } from '@stepward/core';
import { type ApiKeyStore, type TenantApiKey, isManagementScope } from '@stepward/core/adapter';
import { momentPosition, readMomentPosition, pageOf } from './page-of.js';
import { statement, type Statement, queryOf } from '../connection/statement.js';
import { findable, storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';

type Operation = 'find' | 'listFirst' | 'listNext' | 'countLive' | 'insert' | 'update';

/** The management keys of a tenant. A page begins after the last key of the previous page. */
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
    async countLive(now) {
      const [row] = (await query(countLive, [tenantId, now])) as readonly {
        readonly count: number;
      }[];
      return row?.count ?? 0;
    },
    async insert(key, secretHash) {
      const { id, name, prefix, scopes, environmentId } = key;
      const { createdAt, lastUsedAt, expiresAt, revokedAt } = key;
      const times = [createdAt, lastUsedAt, expiresAt, revokedAt];
      await query(insert, [
        tenantId,
        secretHash,
        id,
        name,
        prefix,
        scopes,
        environmentId,
        ...times,
      ]);
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
      `select count(*)::integer as count from ${table} where tenant_id = $1
         and (revoked_at is null or revoked_at > $2) and (expires_at is null or expires_at > $2)`,
    ),
    insert: statement(
      'api_key_insert',
      `insert into ${table} (tenant_id, secret_hash, ${API_KEY_COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
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

/** SHA-256 in hexadecimal digits. A text of several statements takes no parameters, so it is checked. */
const SECRET_HASH = /^[0-9a-f]{64}$/;

/** Finds a management key by the hash of its secret, over all tenants: see `Storage.findApiKey`. */
export async function findApiKeyByHash(
  context: TransactionContext,
  { find, prepare }: { readonly find: Statement; readonly prepare: boolean },
  secretHash: string,
): Promise<TenantApiKey | null> {
  if (!SECRET_HASH.test(secretHash)) throw new TypeError('not a SHA-256 in hexadecimal digits');
  const begin = `${BEGIN} read only; set local stepward.api_key_hash = '${secretHash}'`;
  const { rows } = await inTransaction(context, begin, (executor) =>
    executor.query(queryOf(find, [secretHash], prepare)),
  );
  const [row] = rows as readonly (ApiKeyRow & { readonly tenant_id: string })[];
  if (row === undefined) return null;
  return { tenantId: row.tenant_id, key: storedApiKey(row, context.logger) };
}

export function findApiKeyStatement(schema: string): Statement {
  return statement(
    'api_key_find_by_hash',
    `select tenant_id, ${API_KEY_COLUMNS} from ${schema}.api_keys where secret_hash = $1`,
  );
}

export interface ApiKeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly environment_id: string | null;
  readonly created_at: unknown;
  readonly last_used_at: unknown;
  readonly expires_at: unknown;
  readonly revoked_at: unknown;
}

const API_KEY_COLUMNS =
  'key_id, name, prefix, scopes, environment_id, created_at, last_used_at, expires_at, revoked_at';

/** Reads a key's row. A scope that this version does not know is ignored and reported. */
export function storedApiKey(row: ApiKeyRow, logger: Logger): ApiKey {
  const scopes = row.scopes.filter(isManagementScope);
  if (scopes.length < row.scopes.length) {
    const unknown = row.scopes.filter((scope) => !isManagementScope(scope));
    logger.warn({ keyId: row.key_id, unknown }, 'scopes of a management key are unknown');
  }
  return {
    id: row.key_id,
    name: row.name,
    prefix: row.prefix,
    scopes,
    environmentId: row.environment_id,
    createdAt: storedDate(row.created_at),
    lastUsedAt: storedDateOrNull(row.last_used_at),
    expiresAt: storedDateOrNull(row.expires_at),
    revokedAt: storedDateOrNull(row.revoked_at),
  };
}
