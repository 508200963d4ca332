const TENANT_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9])?$/;

/**
 * Whether a text may name a tenant: 1 to 128 letters, digits, dots, hyphens and underscores, a
 * letter or digit at either end. The same text stands in a header, in a host name's first label and
 * in a database setting, so nothing else is let in.
 */
export function isTenantId(text: string): boolean {
  return TENANT_ID.test(text);
}
