import { addMs, days, msBetween } from '../../../shared/duration.js';

/**
 * The two counts of a tenant's sends of a day: codes to the verified numbers of enrolled factors, and all other codes.
 * They are counted separately: claims of numbers cannot use up what enrolled people need to sign in.
 */
export type DailyShare = 'enrolled' | 'others';

/** One count of the tenant's sends of a UTC day, `YYYY-MM-DD`. */
export interface DailyCount {
  readonly day: string;
  readonly share: DailyShare;
}

/** The tenant has had its sends of this share for this UTC day. */
export interface TenantSendBudgetSpent {
  readonly code: 'tenant_send_budget_spent';
  readonly share: DailyShare;
  readonly retryAfterMs: number;
}

/** The UTC day of a time, `YYYY-MM-DD`. */
export function utcDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** A send to count, and its refusal if the count would exceed `most`. */
interface DailyReservation extends DailyCount {
  readonly add: 1;
  readonly bound: { readonly most: number; readonly otherwise: TenantSendBudgetSpent };
}

/** Returns a send to count, refused beyond the budget until the next UTC day. Null where the tenant has no budget. */
export function dailySendOf(
  budget: number | null,
  share: DailyShare,
  now: Date,
): DailyReservation | null {
  if (budget === null) return null;
  const day = utcDay(now);
  const retryAfterMs = msBetween(now, addMs(new Date(day), days(1)));
  const otherwise = { code: 'tenant_send_budget_spent', share, retryAfterMs } as const;
  return { day, share, add: 1, bound: { most: budget, otherwise } };
}

/**
 * Returns a function that takes any refusal of a send and returns the count to warn of where it is spent: once a tenant,
 * share and UTC day in this process, and null otherwise.
 */
export function newlySpentCounts(): (
  tenantId: string,
  refusal: { readonly code: string },
  now: Date,
) => DailyCount | null {
  let today = '';
  const warned = new Set<string>();
  return (tenantId, refusal, now) => {
    if (!isBudgetSpent(refusal)) return null;
    const day = utcDay(now);
    if (day !== today) warned.clear();
    today = day;
    const { share } = refusal;
    const key = `${tenantId} ${share}`;
    if (warned.has(key)) return null;
    warned.add(key);
    return { day, share };
  };
}

function isBudgetSpent(refusal: { readonly code: string }): refusal is TenantSendBudgetSpent {
  return refusal.code === 'tenant_send_budget_spent';
}
