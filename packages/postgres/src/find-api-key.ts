import type { TenantApiKey } from '@stepward/core/adapter';
import { API_KEY_COLUMNS, storedApiKey, type ApiKeyRow } from './api-key-row.js';
import { queryOf, statement, type Statement } from './statement.js';
import { inTransaction, type TransactionContext } from './transaction.js';
import { BEGIN } from './unit-of-work.js';

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
