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

/** A subject to read the factors of an identity by: each of its records has all of them. */
export const ANY_RECORD = { factor: 'sms', purpose: 'enrolment' } as const;

/** The subject of a log entry that names no factor. */
export const NO_FACTOR = { factor: 'sms', purpose: 'phone' } as const;
