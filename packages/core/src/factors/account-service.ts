import { err, type Result } from 'neverthrow';
import { requireActive } from '../identity/require-active.js';
import type { Identity, IdentityRefused } from '../identity/identity.js';
import type { EffectivePolicy } from '../policy/merge-policy.js';
import type { OrganisationNotFound, PolicyService } from '../policy/policy-service.js';
import type { Storage } from '../ports/storage.js';
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
  /** Returns the person, the factors and what limits them, in one read. */
  overview(
    query: AccountQuery,
  ): Promise<Result<AccountOverview, IdentityRefused | OrganisationNotFound>>;
}

export interface AccountServiceOptions {
  readonly storage: Storage;
  readonly policies: Pick<PolicyService, 'get'>;
}

export function createAccountService({ storage, policies }: AccountServiceOptions): AccountService {
  return {
    async overview({ tenantId, identityId, organisationId }) {
      const scope = { tenantId, identityId, factor: 'sms', purpose: 'enrolment' } as const;
      const read = await storage.decide(scope, ({ identity, tenant, record }) =>
        requireActive(identity).map((active) => ({
          outcome: { identity: active, tenant, status: mfaStatus(active, record.factors) },
          record,
        })),
      );
      if (read.isErr()) return err(read.error);
      const policy = await policies.get(tenantId, organisationId);
      return policy.map((found) => ({ ...read.value, policy: found }));
    },
  };
}
