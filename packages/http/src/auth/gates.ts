import { isTenantId, type Stepward } from '@stepward/core';
import type { ApiName } from '../api.js';
import { BODY_LIMITS, ownerOf, type Gate, type Gates } from './gate.js';
import type { HttpApiOptions } from '../http-api-options.js';
import { refuse, Refusal } from '../answer.js';
import {
  authenticateManagement,
  type ManagementCredentials,
  authenticateUser,
  type UserCredentials,
} from './authenticate.js';
import { clientOf } from '../request/client-of.js';
import { createCredentialReader } from './read-credential.js';
import { createTlsCheck, type RequireTls } from './require-tls.js';
import {
  resolveNamedTenant,
  resolveTenant,
  parseTenantDomain,
  type TenantDomain,
} from './resolve-tenant.js';
import { createServiceSecretCheck } from './service-secrets.js';

/** Builds the three gates of an API. */
export function createGates(options: HttpApiOptions): Gates {
  const { stepward, accessTokens, requireAccountScopes = false } = options;
  const readCredential = createCredentialReader(options);
  const tenantDomain =
    options.tenantDomain === undefined ? null : parseTenantDomain(options.tenantDomain);
  return {
    account: createAccountGate({
      readCredential,
      accessTokens,
      tenantDomain,
      requireScopes: requireAccountScopes,
    }),
    customer: createCustomerGate({
      readCredential,
      accessTokens,
      apiKeys: stepward.apiKeys,
      tenantDomain,
    }),
    internal: createInternalGate({
      isServiceSecret: createServiceSecretCheck(options.serviceSecrets ?? []),
      requireTls: createTlsCheck(options.requireTls ?? true),
      tenants: stepward.tenants,
      tenantDomain,
    }),
  };
}

interface AccountGateOptions extends UserCredentials {
  readonly tenantDomain: TenantDomain | null;
  /** Whether the scopes of the operations are required. */
  readonly requireScopes: boolean;
}

/** Admits end users, by access token (specification, "Authentication"). */
function createAccountGate(options: AccountGateOptions): Gate<'account'> {
  const { tenantDomain, requireScopes } = options;
  return {
    bodyLimit: BODY_LIMITS.account,
    async admit(request, scope, countCredential) {
      const user = await authenticateUser(options, request, 'account');
      if (user instanceof Refusal) return user;
      const owner = ownerOf('account', user);
      const tooMany = await countCredential([user.tenantId, user.identityId, user.sessionId]);
      if (tooMany !== null) return tooMany.of(owner);
      const tenantId = resolveTenant(user, request, tenantDomain);
      if (tenantId instanceof Refusal) return tenantId.of(owner);
      const missing = requireScope(user, requireScopes ? scope : null, 'account');
      if (missing !== null) return missing.of(owner);
      const { identityId, assurance, sessionId } = user;
      return { tenantId, identityId, assurance, sessionId, ...clientOf(request) };
    },
  };
}

interface CustomerGateOptions extends ManagementCredentials {
  readonly tenantDomain: TenantDomain | null;
}

/** Admits administrators and automation, by management key or access token (specification, "Authentication"). */
function createCustomerGate(options: CustomerGateOptions): Gate<'customer'> {
  return {
    bodyLimit: BODY_LIMITS.customer,
    async admit(request, scope, countCredential) {
      const principal = await authenticateManagement(options, request);
      if (principal instanceof Refusal) return principal;
      const { type, id } = principal.actor;
      const tooMany = await countCredential([principal.tenantId, type, id]);
      if (tooMany !== null) return tooMany.of(principal);
      const tenantId = resolveTenant(principal, request, options.tenantDomain);
      if (tenantId instanceof Refusal) return tenantId.of(principal);
      const missing = requireScope(principal, scope, 'customer');
      if (missing !== null) return missing.of(principal);
      const { actor, sessionId, assurance, scopes } = principal;
      return { tenantId, actor, sessionId, assurance, scopes, ...clientOf(request) };
    },
  };
}

interface InternalGateOptions {
  /** Whether a string is an active service secret. */
  readonly isServiceSecret: (given: string) => Promise<boolean>;
  readonly requireTls: RequireTls;
  readonly tenants: Pick<Stepward['tenants'], 'isKnown'>;
  readonly tenantDomain: TenantDomain | null;
}

/**
 * Admits the authentication application, by service secret (specification, "Authentication"). The secret belongs to
 * no tenant, so the request names one: 400 if it names none, 401 if the tenant is unknown.
 */
function createInternalGate(options: InternalGateOptions): Gate<'internal'> {
  const { isServiceSecret, requireTls, tenants, tenantDomain } = options;
  const realm = 'internal';
  return {
    bodyLimit: BODY_LIMITS.internal,
    async admit(request) {
      const [secret, ...others] = request.headers['x-internal-service-secret'] ?? [];
      if (secret === undefined) return refuse({ code: 'service_secret_invalid', realm });
      const exposed = requireTls(request);
      if (exposed !== null) return exposed;
      // One of two secrets may be a guess, so a header with two is refused.
      if (others.length > 0 || !(await isServiceSecret(secret))) {
        return refuse({ code: 'service_secret_invalid', realm });
      }
      const tenantId = resolveNamedTenant(request, tenantDomain);
      if (tenantId instanceof Refusal) return tenantId;
      const isKnown = isTenantId(tenantId) && (await tenants.isKnown(tenantId));
      return isKnown ? { tenantId, sessionId: null } : refuse({ code: 'tenant_unknown', realm });
    },
  };
}

/** Refuses a credential without the scope, with `insufficient_scope`; null requires no scope. */
function requireScope(
  { scopes }: { readonly scopes: readonly string[] },
  scope: string | null,
  realm: ApiName,
): Refusal | null {
  return scope === null || scopes.includes(scope)
    ? null
    : refuse({ code: 'insufficient_scope', requiredScope: scope, realm });
}
