import { err, ok, type Result } from 'neverthrow';
import { addMs, days, msBetween } from '../../shared/duration.js';

/** The tenant has had its sends for this UTC day. */
export interface TenantSendBudgetSpent {
  readonly code: 'tenant_send_budget_spent';
  readonly retryAfterMs: number;
}

/** The UTC day of a time, `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Whether the day's count, this send included, is within the tenant's budget. */
export function checkDailyBudget(
  count: number,
  budget: number,
  now: Date,
): Result<void, TenantSendBudgetSpent> {
  if (count <= budget) return ok(undefined);
  const nextDay = addMs(new Date(utcDay(now)), days(1));
  return err({ code: 'tenant_send_budget_spent', retryAfterMs: msBetween(now, nextDay) });
}
