import type { ApiName, Callers, Scopes } from '../api.js';
import type { HttpRequest } from '../http-types.js';
import type { Refusal } from '../refusal.js';

/**
 * Counts an authenticated request against its credential, which the parts name: tenant, principal, and
 * session where there is one. The refusal where the request may not go on, else null.
 */
export type CountCredential = (parts: readonly (string | null)[]) => Promise<Refusal | null>;

/** What stands in front of the operations of one API. */
export interface Gate<Api extends ApiName> {
  /** Bytes that a body may have (docs/decisions.md, "Body limit"). */
  readonly bodyLimit: number;
  /**
   * The caller, or in this order: 401 for the credential, 429 for its limit, 403 for the tenant, 403 for
   * the scope. The Internal API counts no credential and knows no scope: 401 for the secret, 400 where no
   * tenant is named (`tenant_missing`), 403 if two are named, 401 if the tenant is unknown (`tenant_unknown`).
   */
  admit(
    request: HttpRequest,
    scope: Scopes[Api],
    countCredential: CountCredential,
  ): Promise<Callers[Api] | Refusal>;
}

/** One gate per API; the compiler asks for the one that is missing. */
export type Gates = { readonly [Api in ApiName]: Gate<Api> };
