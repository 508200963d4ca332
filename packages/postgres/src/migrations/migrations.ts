import { smsSecondFactor } from './0001-sms-second-factor.js';
import { management } from './0002-management.js';
import { webhooks } from './0003-webhooks.js';
import { stepUp } from './0004-step-up.js';
import { idempotency } from './0005-idempotency.js';
import { requestLimits } from './0006-request-limits.js';
import { authenticationLog } from './0007-authentication-log.js';
import type { Migration } from './migration.js';

/** All steps, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  smsSecondFactor,
  management,
  webhooks,
  stepUp,
  idempotency,
  requestLimits,
  authenticationLog,
];
