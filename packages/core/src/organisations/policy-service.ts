import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/caller.js';
import { asJson, type Json } from '../records/audit-event.js';
import { recordAudit, type AuditWiring } from '../audit/audit-recorder-service.js';
import { recordEvent } from '../events/event-recorder-service.js';
import type { LegacyOverrides, OrganisationDirectory } from '../ports/directories.js';
import type { Logger } from '../ports/platform.js';
import type { Storage } from '../ports/storage.js';
import type { StoredOrganisation, StoredPolicy, Stores } from '../ports/stores.js';
import { organisationScope } from './organisation-service.js';
import { checkArgument, checkArguments, isStringOrNull } from '../shared/checks/check-arguments.js';
import { isObject } from '../shared/checks/check-options.js';
import { readPage } from '../shared/lists/list-request.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import { sameJson } from '../shared/same-json.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { DEFAULT_TENANT, type Tenant } from '../tenants/tenant.js';
import type { PolicyInvalid } from '../policy/change-policy.js';
import { mergePolicy, type EffectivePolicy, type PolicyLayers } from '../policy/merge-policy.js';
import { replacePolicy } from '../policy/replace-policy.js';
import {
  isSameSchedule,
  overridesAt,
  planChange,
  shownSchedule,
  type PlannedChange,
  type ScheduledChange,
  type ScheduledOverrides,
} from '../policy/schedule-change.js';
import { readLegacyValues } from './read-legacy-values.js';

/** The tenant has no such organisation. Another tenant's organisation gets the same answer. */
export interface OrganisationNotFound {
  readonly code: 'organisation_not_found';
}

/** The policy that holds for an organisation, and the change that is planned. */
export interface OrganisationPolicy extends EffectivePolicy {
  /** Null where none is planned, and for a tenant's own policy. */
  readonly scheduled: ScheduledChange | null;
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
  ): Promise<Result<OrganisationPolicy, OrganisationNotFound>>;
  /**
   * Changes overrides: `change` holds the fields to change by camelCase or snake_case name, null
   * clears. Concurrent changes of different fields both hold. With `effective_from` the change is planned for that date,
   * and `scheduled: null` withdraws a planned one: see `planChange`.
   */
  update(
    caller: ManagementCaller,
    organisationId: string,
    change: object,
  ): Promise<Result<OrganisationPolicy, OrganisationNotFound | PolicyInvalid>>;
  /**
   * Replaces all overrides and marks and the planned change by those of `policy`; what it leaves out is removed. It takes
   * the overrides by camelCase or snake_case name, and `scheduled: {effective_from, changes}`: see `replacePolicy`.
   */
  replace(
    caller: ManagementCaller,
    organisationId: string,
    policy: object,
  ): Promise<Result<OrganisationPolicy, OrganisationNotFound | PolicyInvalid>>;
  /**
   * The organisations of storage's own directory with what is stored of each as it holds now, by id; the first 20 by
   * default, `limit` is 1 to 100. Organisations that the host alone knows are not listed.
   */
  list(tenantId: string, page?: Partial<PageRequest>): Promise<Page<StoredOrganisation>>;
  /** Removes all overrides and marks, and the planned change: legacy values apply again. */
  reset(
    caller: ManagementCaller,
    organisationId: string,
  ): Promise<Result<OrganisationPolicy, OrganisationNotFound>>;
}

export interface PolicyWiring extends AuditWiring {
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
      return changeStored(wiring, caller, organisationId, (layers, now) =>
        planChange(layers, change, now),
      );
    },

    async replace(caller, organisationId, policy) {
      checkArguments('policies.replace', { caller, organisationId });
      checkArgument('policies.replace', 'policy', isObject(policy), 'an object');
      return changeStored(wiring, caller, organisationId, (layers, now) =>
        replacePolicy(layers, policy, now),
      );
    },

    async list(tenantId, page) {
      checkArguments('policies.list', { tenantId });
      const part = readPage('policies.list', page);
      const now = wiring.clock.now();
      const listed = await inUnitOfWork(wiring.storage, { tenantId }, ({ policies }) =>
        policies.list(part),
      );
      const items = listed.items.map(({ organisationId, ...stored }) => ({
        organisationId,
        ...overridesAt(stored, now),
      }));
      return { ...listed, items };
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
): Promise<Result<OrganisationPolicy, OrganisationNotFound>> {
  const { storage } = wiring;
  if (organisationId === null) return storage.run({ tenantId }, readTenantPolicy);
  const host = await askHost(wiring, { tenantId, organisationId });
  const merged = await storage.run({ tenantId }, async (stores) => {
    const layers = await loadLayers(wiring, stores, host);
    if (layers.isErr()) return err(layers.error);
    return ok(await merge(wiring, stores, host, layers.value));
  });
  return merged.map((reported) => settle(wiring, reported));
}

async function changeStored(
  wiring: PolicyWiring,
  caller: ManagementCaller,
  organisationId: string,
  plan: (layers: OrganisationLayers, now: Date) => Result<PlannedChange, PolicyInvalid>,
): Promise<Result<OrganisationPolicy, OrganisationNotFound | PolicyInvalid>> {
  const host = await askHost(wiring, { tenantId: caller.tenantId, organisationId });
  return wiring.storage.run<OrganisationPolicy, OrganisationNotFound | PolicyInvalid>(
    organisationScope(host),
    async (stores) => {
      const layers = await loadLayers(wiring, stores, host);
      if (layers.isErr()) return err(layers.error);
      const planned = plan(layers.value, wiring.clock.now());
      if (planned.isErr()) return err(planned.error);
      const type = 'security_policy.updated';
      await store(wiring, stores, caller, host, { type, stored: layers.value, ...planned.value });
      return ok({ ...planned.value.after, scheduled: planned.value.scheduled });
    },
  );
}

async function resetPolicy(
  wiring: PolicyWiring,
  caller: ManagementCaller,
  organisationId: string,
): Promise<Result<OrganisationPolicy, OrganisationNotFound>> {
  const host = await askHost(wiring, { tenantId: caller.tenantId, organisationId });
  const reset = await wiring.storage.run(organisationScope(host), async (stores) => {
    const layers = await loadLayers(wiring, stores, host);
    if (layers.isErr()) return err(layers.error);
    const stored = layers.value;
    const before = mergePolicy(stored).policy;
    const none = { overrides: {}, scheduled: null };
    const merged = await merge(wiring, stores, host, { ...stored, ...none });
    const after = merged.policy;
    const type = 'security_policy.reset';
    await store(wiring, stores, caller, host, { type, stored, ...none, before, after });
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

type OrganisationLayers = PolicyLayers & ScheduledOverrides;

async function loadLayers(
  { clock }: PolicyWiring,
  stores: Stores,
  host: HostKnowledge,
): Promise<Result<OrganisationLayers, OrganisationNotFound>> {
  return layersOf(host, await stores.policies.read(host.organisationId), clock.now());
}

/** The layers of an organisation's policy as they hold at a time, if there is such an organisation. */
export function layersOf(
  { exists, legacy }: HostKnowledge,
  { known, tenant, ...stored }: StoredPolicy,
  now: Date,
): Result<OrganisationLayers, OrganisationNotFound> {
  return (exists ?? known)
    ? ok({ ...overridesAt(stored, now), legacy, tenant: tenant ?? DEFAULT_TENANT })
    : err({ code: 'organisation_not_found' });
}

async function readTenantPolicy(
  stores: Stores,
): Promise<Result<OrganisationPolicy, OrganisationNotFound>> {
  const { tenant } = await stores.policies.read(null);
  return ok({ ...tenantPolicy(tenant ?? DEFAULT_TENANT), scheduled: null });
}

/** The policy of a tenant, without those of its organisations. */
export function tenantPolicy(tenant: Tenant): EffectivePolicy {
  return mergePolicy({ overrides: {}, legacy: {}, tenant }).policy;
}

/** A policy, and the finding that its unit of work reported; null for none. */
interface ReportedPolicy {
  readonly policy: EffectivePolicy;
  readonly scheduled: ScheduledChange | null;
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
  layers: OrganisationLayers,
): Promise<ReportedPolicy> {
  const { policy, unknownValues } = mergePolicy(layers);
  const { scheduled } = layers;
  if (unknownValues.length === 0) return { policy, scheduled, finding: null };
  const fields = unknownValues.map(({ field }) => field);
  const finding = JSON.stringify([tenantId, organisationId, ...fields]);
  if (wiring.reportedFindings.has(finding)) return { policy, scheduled, finding: null };
  wiring.logger.error({ tenantId, organisationId, fields }, 'stored policy values are unknown');
  await recordAudit(wiring, stores, {
    type: 'security_policy.unknown_value',
    actor: { type: 'system', id: 'policy' },
    target: organisationId,
    details: { fields },
    client: null,
  });
  return { policy, scheduled, finding };
}

/** Runs after the commit, because a report may be rolled back before it. */
function settle(
  { reportedFindings }: PolicyWiring,
  { policy, scheduled, finding }: ReportedPolicy,
): OrganisationPolicy {
  if (finding !== null) reportedFindings.add(finding);
  return { ...policy, scheduled };
}

interface StoredChange extends Omit<PlannedChange, 'effective'> {
  readonly type: 'security_policy.updated' | 'security_policy.reset';
  /** What holds and is planned so far; where that stays the same, nothing is recorded. */
  readonly stored: ScheduledOverrides;
}

async function store(
  wiring: PolicyWiring,
  stores: Stores,
  caller: ManagementCaller,
  { organisationId }: OrganisationRef,
  { type, stored, overrides, scheduled, before, after }: StoredChange,
): Promise<void> {
  const { actor, tenantId } = caller;
  const isChanged = !sameJson(stored.overrides, overrides);
  const isRescheduled = !isSameSchedule(stored.scheduled, scheduled);
  if (!isChanged && !isRescheduled) return;
  await stores.policies.writeOverrides(organisationId, overrides, scheduled);
  const by = { actor, target: organisationId, client: caller };
  if (isChanged) {
    const details = { before: asJson(before), after: asJson(after) };
    await recordAudit(wiring, stores, { type, ...by, details });
  }
  if (isRescheduled) {
    const details = { before: shownJson(stored.scheduled), after: shownJson(scheduled) };
    await recordAudit(wiring, stores, { type: 'security_policy.scheduled', ...by, details });
  }
  const data = { id: organisationId, updated_at: wiring.clock.now().toISOString() };
  const event = { type: 'organisation.updated', tenantId, organisationId, data } as const;
  await recordEvent(wiring, stores, event);
}

function shownJson(scheduled: ScheduledChange | null): Json {
  return scheduled && asJson(shownSchedule(scheduled));
}
