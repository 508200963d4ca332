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

/** Refuses a send beyond the tenant's budget for the day. The budget resets the next day. */
export function dailyBudgetSpent(now: Date): TenantSendBudgetSpent {
  const nextDay = addMs(new Date(utcDay(now)), days(1));
  return { code: 'tenant_send_budget_spent', retryAfterMs: msBetween(now, nextDay) };
}
