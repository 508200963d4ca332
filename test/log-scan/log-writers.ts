/** The sources that write log lines. `log-writers.test.ts` reads all sources, and compares. */
export const LOG_WRITERS: readonly string[] = [
  'packages/core/src/one-time-code/code-delivery-service.ts',
  'packages/core/src/policy/password-service.ts',
  'packages/core/src/policy/policy-service.ts',
  'packages/core/src/webhooks/outbox-service.ts',
  'packages/http/src/create-http-api.ts',
  'packages/http/src/fail-safe-renderer.ts',
  'packages/http/src/idempotency/serve-once.ts',
  'packages/http/src/limits/store-guard.ts',
  'packages/postgres/src/api-key-row.ts',
  'packages/postgres/src/postgres-storage.ts',
  'packages/postgres/src/stored-tenant.ts',
  'packages/postgres/src/transaction.ts',
  'packages/webhooks/src/chores.ts',
  'packages/webhooks/src/delivery-worker.ts',
  'packages/webhooks/src/guarded-sender.ts',
  'packages/webhooks/src/result-writer.ts',
];
