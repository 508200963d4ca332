import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/caller.js';
import { asJson } from '../records/audit-event.js';
import { recordAudit } from '../audit/audit-recorder-service.js';
import { recordEvent, type EventWiring } from '../events/event-recorder-service.js';
import type { LegacyOverrides, OrganisationDirectory } from '../ports/directories.js';
import type { Logger } from '../ports/platform.js';
import type { Storage } from '../ports/storage.js';
import type { StoredPolicy, Stores } from '../ports/stores.js';
import { organisationScope } from './organisation-service.js';
import { checkArgument, checkArguments, isStringOrNull } from '../shared/checks/check-arguments.js';
import { sameJson } from '../shared/same-json.js';
import { DEFAULT_TENANT, type Tenant } from '../tenants/tenant.js';
import { changePolicy, type PolicyInvalid } from '../policy/change-policy.js';
import { mergePolicy, type EffectivePolicy, type PolicyLayers } from '../policy/merge-policy.js';
import { readLegacyValues } from './read-legacy-values.js';

/** The tenant has no such organisation. Another tenant's organisation gets the same answer. */
export interface OrganisationNotFound {
  readonly code: 'organisation_not_found';
}

/**
 * The security policies of organisations (specification, "Rules for the organisation security policy"). A
 * change of what is stored emits `organisation.updated` in the same transaction.
 */
export interface PolicyService {
  /** The effective policy; for a session that belongs to no organisation (null), the tenant's own. */
  get(
    tenantId: string,
    organisationId: string | null,
  ): Promise<Result<EffectivePolicy, OrganisationNotFound>>;
  /**
   * Changes overrides: `change` holds the fields to change by camelCase or snake_case name, null
   * clears. Concurrent changes of different fields both hold.
   */
  update(
    caller: ManagementCaller,
    organisationId: string,
    change: object,
  ): Promise<Result<EffectivePolicy, OrganisationNotFound | PolicyInvalid>>;
  /** Removes all overrides and marks: legacy values apply again. */
  reset(
    caller: ManagementCaller,
    organisationId: string,
  ): Promise<Result<EffectivePolicy, OrganisationNotFound>>;
}

export interface PolicyWiring extends EventWiring {
  readonly storage: Storage;
  readonly logger: Logger;
  /** The host's own directory; null where storage keeps it. */
  readonly organisations: OrganisationDirectory | null;
  readonly legacyOverrides: LegacyOverrides;
  /** The findings that this process has recorded in the audit log: repeated reads do not grow it. */
  readonly reportedFindings: Set<string>;
}

export function createPolicyService(wiring: PolicyWiring): PolicyService {
  return {
    async get(tenantId, organisationId) {
      checkArguments('policies.get', { tenantId });
      const isId = isStringOrNull(organisationId);
      checkArgument('policies.get', 'organisationId', isId, ORGANISATION_ID);
      return readPolicy(wiring, tenantId, organisationId);
    },

    async update(caller, organisationId, change) {
      checkArguments('policies.update', { caller, organisationId, change });
      return updatePolicy(wiring, caller, organisationId, change);
    },

    async reset(caller, organisationId) {
      checkArguments('policies.reset', { caller, organisationId });
      return resetPolicy(wiring, caller, organisationId);
    },
  };
}

const ORGANISATION_ID = "a string, or null for the tenant's own policy";

/** The effective policy; where `organisationId` is null, the tenant's own. */
export async function readPolicy(
  wiring: PolicyWiring,
  tenantId: string,
  organisationId: string | null,
): Promise<Result<EffectivePolicy, OrganisationNotFound>> {
  const { storage } = wiring;
  if (organisationId === null) return storage.run({ tenantId }, readTenantPolicy);
  const host = await askHost(wiring, { tenantId, organisationId });
  const merged = await storage.run({ tenantId }, async (stores) => {
    const layers = await loadLayers(stores, host);
    if (layers.isErr()) return err(layers.error);
    return ok(await merge(wiring, stores, host, layers.value));
  });
  return merged.map((reported) => settle(wiring, reported));
}

async function updatePolicy(
  wiring: PolicyWiring,
  caller: ManagementCaller,
  organisationId: string,
  change: object,
): Promise<Result<EffectivePolicy, OrganisationNotFound | PolicyInvalid>> {
  const host = await askHost(wiring, { tenantId: caller.tenantId, organisationId });
  return wiring.storage.run<EffectivePolicy, OrganisationNotFound | PolicyInvalid>(
    organisationScope(host),
    async (stores) => {
      const layers = await loadLayers(stores, host);
      if (layers.isErr()) return err(layers.error);
      const changed = changePolicy(layers.value, change);
      if (changed.isErr()) return err(changed.error);
      const type = 'security_policy.updated';
      const stored = layers.value.overrides;
      await store(wiring, stores, caller, host, { type, stored, ...changed.value });
      return ok(changed.value.after);
    },
  );
}

async function resetPolicy(
  wiring: PolicyWiring,
  caller: ManagementCaller,
  organisationId: string,
): Promise<Result<EffectivePolicy, OrganisationNotFound>> {
  const host = await askHost(wiring, { tenantId: caller.tenantId, organisationId });
  const reset = await wiring.storage.run(organisationScope(host), async (stores) => {
    const layers = await loadLayers(stores, host);
    if (layers.isErr()) return err(layers.error);
    const before = mergePolicy(layers.value).policy;
    const merged = await merge(wiring, stores, host, { ...layers.value, overrides: {} });
    const after = merged.policy;
    const type = 'security_policy.reset';
    const stored = layers.value.overrides;
    await store(wiring, stores, caller, host, { type, stored, overrides: {}, before, after });
    return ok(merged);
  });
  return reset.map((reported) => settle(wiring, reported));
}

interface OrganisationRef {
  readonly tenantId: string;
  readonly organisationId: string;
}

export interface HostKnowledge extends OrganisationRef {
  /** Null if storage keeps the directory, which then answers. */
  readonly exists: boolean | null;
  readonly legacy: PolicyLayers['legacy'];
}

/** The results of the host's own stores, read before the unit of work, because they may need a separate connection. */
export async function askHost(
  { organisations, legacyOverrides }: PolicyWiring,
  organisation: OrganisationRef,
): Promise<HostKnowledge> {
  const { tenantId, organisationId } = organisation;
  if (organisations?.isId?.(organisationId) === false) {
    return { ...organisation, exists: false, legacy: readLegacyValues(null) };
  }
  const metadata = await legacyOverrides.read(tenantId, organisationId);
  return {
    ...organisation,
    exists: organisations === null ? null : await organisations.exists(tenantId, organisationId),
    legacy: readLegacyValues(metadata),
  };
}

async function loadLayers(
  stores: Stores,
  host: HostKnowledge,
): Promise<Result<PolicyLayers, OrganisationNotFound>> {
  return layersOf(host, await stores.policies.read(host.organisationId));
}

/** The layers of an organisation's policy, if there is such an organisation. */
export function layersOf(
  { exists, legacy }: HostKnowledge,
  { known, overrides, tenant }: StoredPolicy,
): Result<PolicyLayers, OrganisationNotFound> {
  return (exists ?? known)
    ? ok({ overrides, legacy, tenant: tenant ?? DEFAULT_TENANT })
    : err({ code: 'organisation_not_found' });
}

async function readTenantPolicy(
  stores: Stores,
): Promise<Result<EffectivePolicy, OrganisationNotFound>> {
  const { tenant } = await stores.policies.read(null);
  return ok(tenantPolicy(tenant ?? DEFAULT_TENANT));
}

/** The policy of a tenant, without those of its organisations. */
export function tenantPolicy(tenant: Tenant): EffectivePolicy {
  return mergePolicy({ overrides: {}, legacy: {}, tenant }).policy;
}

/** A policy, and the finding that its unit of work reported; null for none. */
interface ReportedPolicy {
  readonly policy: EffectivePolicy;
  readonly finding: string | null;
}

/**
 * Merges, and reports unknown stored values, which count as the strictest. The report takes effect once it is
 * committed, see `settle`.
 */
async function merge(
  wiring: PolicyWiring,
  stores: Stores,
  { tenantId, organisationId }: OrganisationRef,
  layers: PolicyLayers,
): Promise<ReportedPolicy> {
  const { policy, unknownValues } = mergePolicy(layers);
  if (unknownValues.length === 0) return { policy, finding: null };
  const fields = unknownValues.map(({ field }) => field);
  const finding = JSON.stringify([tenantId, organisationId, ...fields]);
  if (wiring.reportedFindings.has(finding)) return { policy, finding: null };
  wiring.logger.error({ tenantId, organisationId, fields }, 'stored policy values are unknown');
  await recordAudit(wiring, stores, {
    type: 'security_policy.unknown_value',
    actor: { type: 'system', id: 'policy' },
    target: organisationId,
    details: { fields },
  });
  return { policy, finding };
}

/** Runs after the commit, because a report may be rolled back before it. */
function settle(
  { reportedFindings }: PolicyWiring,
  { policy, finding }: ReportedPolicy,
): EffectivePolicy {
  if (finding !== null) reportedFindings.add(finding);
  return policy;
}

interface StoredChange {
  readonly type: 'security_policy.updated' | 'security_policy.reset';
  /** What is stored so far; where that is the same as `overrides`, nothing changes and nothing is recorded. */
  readonly stored: PolicyLayers['overrides'];
  readonly overrides: PolicyLayers['overrides'];
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy;
}

async function store(
  wiring: PolicyWiring,
  stores: Stores,
  { actor, tenantId }: ManagementCaller,
  { organisationId }: OrganisationRef,
  { type, stored, overrides, before, after }: StoredChange,
): Promise<void> {
  if (sameJson(stored, overrides)) return;
  await stores.policies.writeOverrides(organisationId, overrides);
  const details = { before: asJson(before), after: asJson(after) };
  await recordAudit(wiring, stores, { type, actor, target: organisationId, details });
  const data = { id: organisationId, updated_at: wiring.clock.now().toISOString() };
  const event = { type: 'organisation.updated', tenantId, organisationId, data } as const;
  await recordEvent(wiring, stores, event);
}
