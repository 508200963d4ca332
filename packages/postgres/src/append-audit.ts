import { GENESIS_HASH } from '@stepward/core/adapter';
import { statement, type Statement } from './statement.js';

/**
 * Appends an entry in one statement; takes the tenant and the text. The tenant's head moves on first,
 * and its row is then held until the transaction ends. So appends of one tenant follow one another in
 * the order of their commits, and a roll-back gives the place back.
 */
export function appendAuditStatement(schema: string): Statement {
  return statement(
    'audit_append',
    `with moved as (
      insert into ${schema}.audit_heads as head (tenant_id, sequence, previous_hash, hash)
      values ($1, 1, '${GENESIS_HASH}', ${hashOf(`'${GENESIS_HASH}'`, '1')})
      on conflict (tenant_id) do update
      set sequence = head.sequence + 1, previous_hash = head.hash,
        hash = ${hashOf('head.hash', '(head.sequence + 1)')}
      returning sequence, previous_hash, hash
    )
    insert into ${schema}.audit_entries (tenant_id, sequence, text, previous_hash, hash)
    select $1, sequence, $2, previous_hash, hash from moved`,
  );
}

/** `auditHash` of core, in SQL. */
function hashOf(previousHash: string, sequence: string): string {
  const lines = `concat_ws(chr(10), ${previousHash}, ${sequence}, $2::text)`;
  return `encode(sha256(convert_to(${lines}, 'UTF8')), 'hex')`;
}
