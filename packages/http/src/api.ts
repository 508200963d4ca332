import type { AccountCaller, ManagementCaller, ManagementScope } from '@stepward/core';
import type { HttpRequest } from './http-types.js';
import type { Refusal } from './refusal.js';

/** The scopes of the Account API; asked for only where the host switches that on. */
export type AccountScope = 'account.mfa:write' | 'account.phone:write';

/** Who calls, by API (specification, "What the service does"). */
export interface Callers {
  readonly account: AccountCaller;
  readonly customer: ManagementCaller;
}

/** What a row of the route table says about the scope that it needs; null for none. */
export interface Scopes {
  readonly account: AccountScope | null;
  readonly customer: ManagementScope;
}

/** The APIs. Each row of the route table names the one that it belongs to. */
export type ApiName = keyof Callers & keyof Scopes;

/** What stands in front of the operations of one API. */
export interface Gate<Api extends ApiName> {
  /** Bytes that a body may have (DECISIONS, "Body limit"). */
  readonly bodyLimit: number;
  /** The caller, or in this order: 401 for the credential, 403 for the tenant, 403 for the scope. */
  admit(request: HttpRequest, scope: Scopes[Api]): Promise<Callers[Api] | Refusal>;
}

/** One gate per API; the compiler asks for the one that is missing. */
export type Gates = { readonly [Api in ApiName]: Gate<Api> };
