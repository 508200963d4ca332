import { smsSecondFactor } from './0001-sms-second-factor.js';
import type { Migration } from './migration.js';

/** All steps, oldest first. */
export const MIGRATIONS: readonly Migration[] = [smsSecondFactor];
