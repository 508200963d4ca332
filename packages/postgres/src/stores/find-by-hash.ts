import { queryOf, type Statement } from '../connection/statement.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';

/** SHA-256 in hexadecimal digits. A text of several statements takes no parameters, so it is checked. */
const HASH = /^[0-9a-f]{64}$/;

/**
 * Finds the row with that hash over all tenants, where the tenant is known only from the row; undefined for none.
 *
 * @param setting shows that row to the transaction: see `findByHash` of the migrations
 */
export async function findByHash(
  context: TransactionContext & { readonly prepare: boolean },
  setting: 'api_key_hash' | 'sms_message_hash',
  find: Statement,
  hash: string,
): Promise<unknown> {
  if (!HASH.test(hash)) throw new TypeError('not a SHA-256 in hexadecimal digits');
  const begin = `${BEGIN} read only; set local stepward.${setting} = '${hash}'`;
  const { rows } = await inTransaction(context, begin, (executor) =>
    executor.query(queryOf(find, [hash], context.prepare)),
  );
  return rows[0];
}
