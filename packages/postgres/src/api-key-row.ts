import type { ApiKey, Logger } from '@stepward/core';
import { isManagementScope } from '@stepward/core/adapter';
import { storedDate, storedDateOrNull } from './stored-values.js';

export interface ApiKeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly environment_id: string | null;
  readonly created_at: unknown;
  readonly last_used_at: unknown;
  readonly revoked_at: unknown;
}

export const API_KEY_COLUMNS =
  'key_id, name, prefix, scopes, environment_id, created_at, last_used_at, revoked_at';

/** Reads a key's row. A scope that this version does not know allows nothing here, and is reported. */
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
    revokedAt: storedDateOrNull(row.revoked_at),
  };
}
