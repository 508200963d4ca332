import { err, ok, type Result } from 'neverthrow';
import { ANY_RECORD } from '../identity/identity-scope.js';
import { requireActive } from '../identity/require-active.js';
import type { Identity, IdentityRefused } from '../records/identity.js';
import { mergePolicy, type EffectivePolicy } from '../policy/merge-policy.js';
import {
  askHost,
  layersOf,
  readPolicy,
  tenantPolicy,
  type HostKnowledge,
  type OrganisationNotFound,
  type PolicyWiring,
} from '../organisations/policy-service.js';
import type { DecisionFacts } from '../ports/decision.js';
import type { WebAuthn } from '../ports/webauthn.js';
import { checkArgument, isOfIdentity, isStringOrNull } from '../shared/checks/check-arguments.js';
import { readFacts } from '../identity/facts-service.js';
import type { KeyRing } from '../shared/keys/key-ring.js';
import type { Tenant } from '../tenants/tenant.js';
import { listAuthenticators, type ListedAuthenticator } from './authenticator.js';
import type { CodeLimits } from './codes/limits.js';
import { mfaStatus, type MfaStatus } from './mfa-status.js';
import { shownDevices } from './trusted-devices/device-facts-service.js';
import type { ListedDevice } from './trusted-devices/trusted-device.js';

/** The person to read, and the organisation that sets the session's policy. */
export interface AccountQuery {
  readonly tenantId: string;
  readonly identityId: string;
  /** Null for the tenant's own policy. */
  readonly organisationId: string | null;
}

/** What an account page shows of a person. */
export interface AccountOverview {
  readonly identity: Identity;
  readonly tenant: Tenant;
  readonly status: MfaStatus;
  /** Oldest first; recovery codes are not among them. */
  readonly authenticators: readonly ListedAuthenticator[];
  /** Whether Stepward keeps passkeys and security keys: whether `createStepward` has the option `webauthn`. */
  readonly keepsWebAuthn: boolean;
  /** The browsers that the person trusts, the oldest first, by the tenant's policy. */
  readonly trustedDevices: readonly ListedDevice[];
  /** The policy that applies to the session. */
  readonly policy: EffectivePolicy;
}

/** Reads the account of one person, for pages that show it. */
export interface AccountService {
  /**
   * Returns the person, the factors and what limits them, in one read of storage. `identity_unknown` and
   * `identity_suspended` for a person who is not active, `organisation_not_found` where the tenant has no such
   * organisation.
   */
  overview(
    query: AccountQuery,
  ): Promise<Result<AccountOverview, IdentityRefused | OrganisationNotFound>>;
}

export interface AccountWiring extends PolicyWiring {
  readonly limits: CodeLimits;
  readonly codeKeys: KeyRing;
  /** Null for a host without WebAuthn. */
  readonly webauthn: WebAuthn | null;
}

export function createAccountService(wiring: AccountWiring): AccountService {
  return {
    async overview(query) {
      const isQuery = isOfIdentity(query) && isStringOrNull(query['organisationId']);
      checkArgument('accounts.overview', 'query', isQuery, QUERY);
      return readOverview(wiring, query);
    },
  };
}

const QUERY = '{ tenantId, identityId, organisationId }, with strings; organisationId may be null';

async function readOverview(
  wiring: AccountWiring,
  { tenantId, identityId, organisationId }: AccountQuery,
): Promise<Result<AccountOverview, IdentityRefused | OrganisationNotFound>> {
  const host = organisationId === null ? null : await askHost(wiring, { tenantId, organisationId });
  const scope = {
    tenantId,
    identityId,
    organisationId,
    ...ANY_RECORD,
    trustedDevices: true,
  } as const;
  const facts = await readFacts(wiring.storage, scope);
  const { tenant, record } = facts;
  const identity = requireActive(facts.identity);
  if (identity.isErr()) return err(identity.error);
  const policy = await policyOf(wiring, host, facts);
  const status = mfaStatus(identity.value, record.authenticators);
  const authenticators = listAuthenticators(record.authenticators, wiring.limits);
  const keepsWebAuthn = wiring.webauthn !== null;
  const trustedDevices = shownDevices(wiring, facts);
  const shown = { status, authenticators, keepsWebAuthn, trustedDevices };
  const person = { identity: identity.value, tenant, ...shown };
  return policy.map((found) => ({ ...person, policy: found }));
}

async function policyOf(
  wiring: AccountWiring,
  host: HostKnowledge | null,
  { tenant, policy }: DecisionFacts,
): Promise<Result<EffectivePolicy, OrganisationNotFound>> {
  if (host === null || policy === null) return ok(tenantPolicy(tenant));
  const layers = layersOf(host, { ...policy, tenant }, wiring.clock.now());
  if (layers.isErr()) return err(layers.error);
  const merged = mergePolicy(layers.value);
  // Unknown values are reported to the audit log, which this read does not write.
  return merged.unknownValues.length === 0
    ? ok(merged.policy)
    : readPolicy(wiring, host.tenantId, host.organisationId);
}
