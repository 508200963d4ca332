import { hash } from 'node:crypto';
import { requireTenantId, type UnitOfWorkScope } from '@stepward/core/adapter';
import { quoteIdentifier } from './quote.js';

/** Starts every transaction, whatever the default isolation of the database. */
export const BEGIN = 'begin isolation level read committed';

/**
 * The first round trip of a unit of work: transaction, tenant and locks at once. A text of several statements takes
 * no parameters, so its contents are checked or computed here.
 *
 * In READ COMMITTED every statement has its own snapshot. The first statement after the lock therefore sees all that
 * the lock's holder before committed; under a snapshot taken before the wait it would not.
 *
 * `lockTimeoutMs` bounds how long each statement waits for a lock that another transaction holds, in milliseconds, at
 * least 1; null for no bound.
 *
 * Postgres ends a transaction that has been idle for 30 seconds, or when its client does not read the response: its
 * process is frozen or disconnected, and other transactions wait for its locks, for example all writes of a person or
 * a tenant.
 *
 * @throws TypeError where the tenant id is invalid.
 */
export function beginUnitOfWork(
  schema: string,
  { tenantId, lock }: UnitOfWorkScope,
  lockTimeoutMs: number | null,
): string {
  requireTenantId(tenantId);
  const locks = [lock ?? []].flat().toSorted();
  return [
    `${BEGIN}; select ${enterTenant(quoteIdentifier(schema), `'${tenantId}'`)}`,
    `set local lock_timeout = ${String(lockTimeoutMs ?? 0)}`,
    `set local idle_in_transaction_session_timeout = '30s'`,
    `set local tcp_user_timeout = '30s'`,
    ...locks.map((name) => takeLock(['tenant', schema, tenantId, name])),
  ].join('; ');
}

/** The SQLSTATE with which `tenant_here` fails. */
export const ELSEWHERE = 'SW001';

/**
 * SQL that sets the tenant that row-level security asks for, until the transaction ends, and gives its id. It fails for a tenant that
 * was moved. The schema is already quoted.
 */
export function enterTenant(schema: string, tenantId: string): string {
  return `set_config('stepward.tenant_id', ${schema}.tenant_here(${tenantId}), true)`;
}

/**
 * The statement that holds an advisory lock until the transaction ends. Its key is 64 bits of a hash of the name; two
 * names that share a key only wait for each other needlessly.
 */
export function takeLock(name: readonly string[]): string {
  return `select pg_advisory_xact_lock('${lockKey(name)}'::bigint)`;
}

/** The key of an advisory lock, in decimal digits. */
export function lockKey(name: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(['stepward', ...name]), 'buffer');
  return String(digest.readBigInt64BE());
}
