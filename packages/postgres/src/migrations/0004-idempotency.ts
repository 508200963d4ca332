import type { Migration } from './migration.js';
import { allowSweeping, isolateTenants } from './row-level-security.js';

/**
 * Requests with an idempotency key: hashes of the requests, and the encrypted response, which is null while the
 * request is in flight. Expired rows are purged by `expires_at`, in flight or not.
 */
export const idempotency: Migration = {
  id: '0004-idempotency',
  sql: (schema) => `
    create table ${schema}.idempotency_records (
      tenant_id text not null,
      record_id text collate "C" not null check (record_id ~ '^[0-9a-f]{64}$'),
      token text not null,
      fingerprint_key_id text not null,
      fingerprint text not null,
      answer text,
      expires_at timestamptz not null,
      primary key (tenant_id, record_id)
    );
    create index on ${schema}.idempotency_records (expires_at);
    ${isolateTenants(`${schema}.idempotency_records`)}
    ${allowSweeping(`${schema}.idempotency_records`)}`,
};
