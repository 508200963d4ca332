import { err, ok, type Result } from 'neverthrow';
import { DEFAULT_TENANT, type Tenant } from '../tenant/tenant.js';
import type { PolicyLayers, StoredValues } from './merge-policy.js';

/** The tenant has no such organisation. Another tenant's organisation gets the same answer. */
export interface OrganisationNotFound {
  readonly code: 'organisation_not_found';
}

/** Names one organisation. */
export interface OrganisationRef {
  readonly tenantId: string;
  readonly organisationId: string;
}

/** What the host's own stores say about an organisation. */
export interface HostKnowledge extends OrganisationRef {
  /** Null if storage keeps the directory, which then answers. */
  readonly exists: boolean | null;
  readonly legacy: StoredValues;
}

/** What storage has of an organisation. */
export interface StoredLayers {
  /** Whether storage's own directory has the organisation. */
  readonly known: boolean;
  readonly overrides: StoredValues;
  /** Null where no record was stored. */
  readonly tenant: Tenant | null;
}

/** Returns what an organisation's policy is merged from. */
export function layersOf(
  { exists, legacy }: HostKnowledge,
  { known, overrides, tenant }: StoredLayers,
): Result<PolicyLayers, OrganisationNotFound> {
  return (exists ?? known)
    ? ok({ overrides, legacy, tenant: tenant ?? DEFAULT_TENANT })
    : err({ code: 'organisation_not_found' });
}
