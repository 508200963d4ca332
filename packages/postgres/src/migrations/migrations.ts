import { smsSecondFactor } from './0001-sms-second-factor.js';
import { management } from './0002-management.js';
import { webhooks } from './0003-webhooks.js';
import type { Migration } from './migration.js';

/** All steps, oldest first. */
export const MIGRATIONS: readonly Migration[] = [smsSecondFactor, management, webhooks];
