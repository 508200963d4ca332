import type { QueuePosition } from '@stepward/core/adapter';

/** Before every position: the tenant and the subscriber. A claim that gives it as `after` has looked at all of them. */
export const BEGINNING = ['', '00000000-0000-0000-0000-000000000000'] as const;

/** Whether a claim at that position begins at the first subscriber. */
export function isBeginning(after: QueuePosition | null): boolean {
  return after === null || after.tenantId === BEGINNING[0];
}
