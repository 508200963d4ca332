import type { AccountCaller, ManagementCaller, ManagementScope } from '@stepward/core';

/** The scopes of the Account API; asked for only where the host switches that on. */
export type AccountScope = 'account.mfa:write' | 'account.phone:write';

/** The authentication application, at work for a tenant. */
export interface InternalCaller {
  readonly tenantId: string;
}

/** Who calls, by API (specification, "What the service does"). */
export interface Callers {
  readonly account: AccountCaller;
  readonly customer: ManagementCaller;
  readonly internal: InternalCaller;
}

/** What a row of the route table says about the scope that it needs; null for none. */
export interface Scopes {
  readonly account: AccountScope | null;
  readonly customer: ManagementScope;
  readonly internal: null;
}

/** The APIs. Each row of the route table names the one that it belongs to. */
export type ApiName = keyof Callers & keyof Scopes;
