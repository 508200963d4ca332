/** The scopes of the Customer API (specification, "Authentication"), and those of the help for people. */
export const MANAGEMENT_SCOPES = [
  'organisations:read',
  'organisations:write',
  'settings:read',
  'settings:write',
  'api_keys:read',
  'api_keys:write',
  'logs:read',
  'events:read',
  'webhooks:read',
  'webhooks:write',
  'identities:read',
  'identities:write',
] as const;

/** What a management key, or an access token, may do on the Customer API. */
export type ManagementScope = (typeof MANAGEMENT_SCOPES)[number];

/** Whether a text names a scope. */
export function isManagementScope(text: unknown): text is ManagementScope {
  return MANAGEMENT_SCOPES.some((scope) => scope === text);
}
