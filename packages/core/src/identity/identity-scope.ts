/**
 * The scope of all decisions about one identity's codes: one unit of work at a time, over all purposes, because the
 * budgets are shared.
 */
export function identityScope(whose: { readonly tenantId: string; readonly identityId: string }): {
  readonly tenantId: string;
  readonly lock: string;
} {
  return { tenantId: whose.tenantId, lock: `identity:${whose.identityId}` };
}

/** A subject whose record is read for the factors alone: every record of an identity has all of them. */
export const ANY_RECORD = { factor: 'sms', purpose: 'enrolment' } as const;
