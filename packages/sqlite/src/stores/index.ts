/** The stores of a unit of work, but for those of factors and of webhooks. */
export { apiKeyStore, findApiKey } from './api-key-store.js';
export { auditStore } from './audit-store.js';
export { authenticationLogStore } from './authentication-log.js';
export { idempotencyStore } from './idempotency-store.js';
export { policyStore, readPolicy } from './policy-store.js';
export { appendTrail } from './trail.js';
