import { factors } from './0001-factors.js';
import { management } from './0002-management.js';
import { webhooks } from './0003-webhooks.js';
import { idempotency } from './0004-idempotency.js';
import { requestLimits } from './0005-request-limits.js';
import { authenticationLog } from './0006-authentication-log.js';
import type { Migration } from './migration.js';

/** All steps, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  factors,
  management,
  webhooks,
  idempotency,
  requestLimits,
  authenticationLog,
];
