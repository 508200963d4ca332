const TENANT_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9])?$/;

/**
 * Whether a value may name a tenant: a string of 1 to 128 letters, digits, dots, hyphens and underscores, with a
 * letter or digit at either end. The same string is used in a header, in the first label of a host name and in a
 * database setting, so nothing else is accepted.
 */
export function isTenantId(value: unknown): value is string {
  // A regular expression turns its argument into a string: `['acme']` would pass.
  return typeof value === 'string' && TENANT_ID.test(value);
}

/** What {@link isTenantId} accepts, to complete "must be …". */
export const TENANT_ID_FORM =
  '1 to 128 letters, digits, dots, hyphens and underscores, with a letter or digit at either end';

/** @throws TypeError where the value may not name a tenant. */
export function requireTenantId(value: unknown): asserts value is string {
  if (!isTenantId(value)) throw new TypeError(`tenantId must be ${TENANT_ID_FORM}`);
}
