/** The three APIs, and who calls them. */
import type { AccountCaller, ManagementCaller, ManagementScope } from '@stepward/core';

/** The scopes of the Account API; required only if the host enables them. */
type AccountScope = 'account.mfa:write' | 'account.phone:write';

/** The authentication application, acting for a tenant. */
interface InternalCaller {
  readonly tenantId: string;
}

/** The session of the caller's access token; null where the token names none, and for other credentials. */
interface InSession {
  readonly sessionId: string | null;
}

/** Who calls, by API (specification, "What the service does"). */
export interface Callers {
  readonly account: AccountCaller & InSession;
  readonly customer: ManagementCaller & InSession;
  readonly internal: InternalCaller & InSession;
}

/** The scope that an operation requires; null for none. */
export interface Scopes {
  readonly account: AccountScope | null;
  readonly customer: ManagementScope;
  readonly internal: null;
}

/** The APIs. Each operation belongs to one of them. */
export type ApiName = keyof Callers & keyof Scopes;

/** OpenID Connect Core section 2 gives `sub` 255 characters. Control characters are not allowed. */
const ID = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Whether a value may be an id: of an identity, a session, an organisation, a key. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}
