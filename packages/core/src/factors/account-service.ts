import { err, ok, type Result } from 'neverthrow';
import type { Identity, IdentityRefused } from '../identity/identity.js';
import { requireActive } from '../identity/require-active.js';
import {
  layersOf,
  type HostKnowledge,
  type OrganisationNotFound,
} from '../policy/host-knowledge.js';
import type { HostPolicyService } from '../policy/host-policy-service.js';
import { mergePolicy, type EffectivePolicy, type PolicyLayers } from '../policy/merge-policy.js';
import type { PolicyService } from '../policy/policy-service.js';
import type { DecisionFacts } from '../ports/decision.js';
import type { Storage } from '../ports/storage.js';
import { checkArgument, isOfIdentity, isStringOrNull } from '../shared/check-arguments.js';
import { readFacts } from '../shared/decide-always.js';
import type { Tenant } from '../tenant/tenant.js';
import { mfaStatus, type MfaStatus } from './mfa-status.js';

/** Whose account is read, and the organisation whose policy holds for the session. */
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
  /** The policy that holds for the session. */
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

export interface AccountServiceOptions {
  readonly storage: Storage;
  readonly policies: Pick<PolicyService, 'get'>;
  readonly hostPolicies: HostPolicyService;
}

export function createAccountService(options: AccountServiceOptions): AccountService {
  const { storage, policies, hostPolicies } = options;
  return {
    async overview(query) {
      const isQuery = isOfIdentity(query) && isStringOrNull(query['organisationId']);
      checkArgument('accounts.overview', 'query', isQuery, QUERY);
      const { tenantId, identityId, organisationId } = query;
      const host =
        organisationId === null ? null : await hostPolicies.ask({ tenantId, organisationId });
      const scope = { tenantId, identityId, organisationId, ...ANY_RECORD };
      const facts = await readFacts(storage, scope);
      const identity = requireActive(facts.identity);
      if (identity.isErr()) return err(identity.error);
      const { tenant, record } = facts;
      const layers = layersIn(facts, host);
      if (layers.isErr()) return err(layers.error);
      const merged = mergePolicy(layers.value);
      // The service for policies reports values that are unknown.
      const policy =
        merged.unknownValues.length === 0
          ? ok(merged.policy)
          : await policies.get(tenantId, organisationId);
      const status = mfaStatus(identity.value, record.factors);
      return policy.map((found) => ({ identity: identity.value, tenant, status, policy: found }));
    },
  };
}

const QUERY = '{ tenantId, identityId, organisationId }, with strings; organisationId may be null';

/** A decision names one record of the identity, also where it is about all of them. */
const ANY_RECORD = { factor: 'sms', purpose: 'enrolment' } as const;

function layersIn(
  { policy, tenant }: DecisionFacts,
  host: HostKnowledge | null,
): Result<PolicyLayers, OrganisationNotFound> {
  if (host === null) return ok({ overrides: {}, legacy: {}, tenant });
  return layersOf(host, { known: false, overrides: {}, ...policy, tenant });
}
