import type { CredentialOwner } from '@stepward/core';
import { AUTHENTICATION_APPLICATION } from '@stepward/core/adapter';
import type { ApiName, Callers, Scopes } from '../api.js';
import type { HttpRequest } from '../http-types.js';
import type { Refusal } from '../answer.js';

/**
 * Counts an authenticated request against its credential, which the parts name: tenant, principal, and session where
 * there is one. Returns the refusal if the limit is exceeded, otherwise null.
 */
export type CountCredential = (parts: readonly (string | null)[]) => Promise<Refusal | null>;

/** The checks before the operations of one API. */
export interface Gate<Api extends ApiName> {
  /** The maximum size of a body in bytes (docs/decisions.md, "Body limit"). */
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

/** One gate per API; the compiler reports a missing one. */
export type Gates = { readonly [Api in ApiName]: Gate<Api> };

/** The maximum size of a body in bytes, by API (docs/decisions.md, "Body limit"). */
export const BODY_LIMITS: Readonly<Record<ApiName, number>> = {
  account: 16 * 1024,
  customer: 256 * 1024,
  internal: 16 * 1024,
};

/** The parts of a caller that say whom its credential belongs to. */
interface Owners {
  readonly account: Pick<Callers['account'], 'tenantId' | 'identityId'>;
  readonly customer: Pick<Callers['customer'], 'tenantId' | 'actor'>;
  readonly internal: Pick<Callers['internal'], 'tenantId'>;
}

const OWNER_OF: { readonly [Api in ApiName]: (caller: Owners[Api]) => CredentialOwner } = {
  account: ({ tenantId, identityId }) => ({
    tenantId,
    actor: { type: 'identity', id: identityId },
  }),
  customer: ({ tenantId, actor }) => ({ tenantId, actor }),
  internal: ({ tenantId }) => ({ tenantId, actor: AUTHENTICATION_APPLICATION }),
};

/** Whom the credential of a caller belongs to. */
export function ownerOf<Api extends ApiName>(api: Api, caller: Owners[Api]): CredentialOwner {
  return OWNER_OF[api](caller);
}
