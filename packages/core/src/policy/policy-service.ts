import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/management-caller.js';
import { asJson } from '../audit/audit-event.js';
import type { AuditRecorder } from '../audit/audit-recorder-service.js';
import type { EventRecorder } from '../events/event-recorder-service.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import type { Storage } from '../ports/storage.js';
import type { Stores } from '../ports/stores.js';
import { organisationScope } from '../organisation/organisation-scope.js';
import {
  checkArgument,
  checkManagementCaller,
  checkObjects,
  checkStrings,
  checkTenantId,
  isStringOrNull,
} from '../shared/check-arguments.js';
import { sameJson } from '../shared/same-json.js';
import { DEFAULT_TENANT } from '../tenant/tenant.js';
import { changePolicy, type PolicyInvalid } from './change-policy.js';
import { layersOf, type OrganisationNotFound, type OrganisationRef } from './host-knowledge.js';
import type { HostPolicyService } from './host-policy-service.js';
import { mergePolicy, type EffectivePolicy, type PolicyLayers } from './merge-policy.js';

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
  /** Removes all overrides and marks, so that legacy values show again. */
  reset(
    caller: ManagementCaller,
    organisationId: string,
  ): Promise<Result<EffectivePolicy, OrganisationNotFound>>;
}

export interface PolicyServiceOptions {
  readonly storage: Storage;
  readonly audit: AuditRecorder;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hostPolicies: HostPolicyService;
}

export function createPolicyService(options: PolicyServiceOptions): PolicyService {
  const { storage, audit, events, clock, logger, hostPolicies } = options;
  /** The findings that this process has recorded in the audit log, so that repeated reads do not grow it. */
  const reported = new Set<string>();

  /**
   * Merges, and reports unknown stored values, which count as the strictest. The report takes effect once it is
   * committed, see `settle`.
   */
  async function merge(
    stores: Stores,
    { tenantId, organisationId }: OrganisationRef,
    layers: PolicyLayers,
  ): Promise<ReportedPolicy> {
    const { policy, unknownValues } = mergePolicy(layers);
    if (unknownValues.length === 0) return { policy, finding: null };
    const fields = unknownValues.map(({ field }) => field);
    const finding = JSON.stringify([tenantId, organisationId, ...fields]);
    if (reported.has(finding)) return { policy, finding: null };
    logger.error({ tenantId, organisationId, fields }, 'stored policy values are unknown');
    await audit.record(stores, {
      type: 'security_policy.unknown_value',
      actor: { type: 'system', id: 'policy' },
      target: organisationId,
      details: { fields },
    });
    return { policy, finding };
  }

  /** Runs after the commit, because a report may be rolled back before it. */
  function settle({ policy, finding }: ReportedPolicy): EffectivePolicy {
    if (finding !== null) reported.add(finding);
    return policy;
  }

  async function store(
    stores: Stores,
    { actor, tenantId }: ManagementCaller,
    { organisationId }: OrganisationRef,
    change: StoredChange,
  ): Promise<void> {
    const { type, stored, overrides, before, after } = change;
    if (sameJson(stored, overrides)) return;
    await stores.policies.writeOverrides(organisationId, overrides);
    const details = { before: asJson(before), after: asJson(after) };
    await audit.record(stores, { type, actor, target: organisationId, details });
    const data = { id: organisationId, updated_at: clock.now().toISOString() };
    await events.record(stores, { type: 'organisation.updated', tenantId, organisationId, data });
  }

  return {
    async get(tenantId, organisationId) {
      checkTenantId('policies.get', tenantId);
      const isId = isStringOrNull(organisationId);
      checkArgument('policies.get', 'organisationId', isId, ORGANISATION_ID);
      if (organisationId === null) return storage.run({ tenantId }, readTenantPolicy);
      const host = await hostPolicies.ask({ tenantId, organisationId });
      const merged = await storage.run({ tenantId }, async (stores) => {
        const layers = layersOf(host, await stores.policies.read(organisationId));
        if (layers.isErr()) return err(layers.error);
        return ok(await merge(stores, host, layers.value));
      });
      return merged.map(settle);
    },

    async update(caller, organisationId, change) {
      checkManagementCaller('policies.update', caller);
      checkStrings('policies.update', { organisationId });
      checkObjects('policies.update', { change });
      const host = await hostPolicies.ask({ tenantId: caller.tenantId, organisationId });
      return storage.run<EffectivePolicy, OrganisationNotFound | PolicyInvalid>(
        organisationScope(host),
        async (stores) => {
          const layers = layersOf(host, await stores.policies.read(organisationId));
          if (layers.isErr()) return err(layers.error);
          const changed = changePolicy(layers.value, change);
          if (changed.isErr()) return err(changed.error);
          const type = 'security_policy.updated';
          const stored = layers.value.overrides;
          await store(stores, caller, host, { type, stored, ...changed.value });
          return ok(changed.value.after);
        },
      );
    },

    async reset(caller, organisationId) {
      checkManagementCaller('policies.reset', caller);
      checkStrings('policies.reset', { organisationId });
      const host = await hostPolicies.ask({ tenantId: caller.tenantId, organisationId });
      const reset = await storage.run(organisationScope(host), async (stores) => {
        const layers = layersOf(host, await stores.policies.read(organisationId));
        if (layers.isErr()) return err(layers.error);
        const before = mergePolicy(layers.value).policy;
        const merged = await merge(stores, host, { ...layers.value, overrides: {} });
        const after = merged.policy;
        const type = 'security_policy.reset';
        const stored = layers.value.overrides;
        await store(stores, caller, host, { type, stored, overrides: {}, before, after });
        return ok(merged);
      });
      return reset.map(settle);
    },
  };
}

const ORGANISATION_ID = "a string, or null for the tenant's own policy";

/** A policy, and the finding that its unit of work reported; null for none. */
interface ReportedPolicy {
  readonly policy: EffectivePolicy;
  readonly finding: string | null;
}

interface StoredChange {
  readonly type: 'security_policy.updated' | 'security_policy.reset';
  /** What is stored so far; where that is the same as `overrides`, nothing changes and nothing is recorded. */
  readonly stored: PolicyLayers['overrides'];
  readonly overrides: PolicyLayers['overrides'];
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy;
}

async function readTenantPolicy(
  stores: Stores,
): Promise<Result<EffectivePolicy, OrganisationNotFound>> {
  const { tenant } = await stores.policies.read(null);
  const layers = { overrides: {}, legacy: {}, tenant: tenant ?? DEFAULT_TENANT };
  return ok(mergePolicy(layers).policy);
}
