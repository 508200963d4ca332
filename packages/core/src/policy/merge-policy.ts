import { inPriorityOrder } from '../records/factor-name.js';
import {
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  isInheritable,
  tenantDefaults,
  type InheritableFieldName,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValues,
  type TenantMfaPolicy,
  type TenantPolicies,
} from './policy-fields.js';

/**
 * Values as a store keeps them: camelCase name → value, not validated. In overrides, null is the mark "inherit",
 * which also hides a legacy value.
 */
export type StoredValues = Readonly<Partial<Record<PolicyFieldName, unknown>>>;

/** What an organisation's policy is merged from; the first that has a value wins, and all are clamped. */
export interface PolicyLayers {
  readonly overrides: StoredValues;
  /** The older organisation-metadata store; read only. */
  readonly legacy: StoredValues;
  readonly tenant: TenantPolicies;
}

/** The policy that holds, and where each value comes from. */
export interface EffectivePolicy extends PolicyValues {
  /** True: the tenant's value. Exactly the 16 fields of the specification. */
  readonly inherited: Readonly<Record<InheritableFieldName, boolean>>;
}

/** An unknown stored value; see `FieldType.ofUnknown`. */
export interface UnknownValue {
  readonly field: PolicyFieldName;
}

export interface MergedPolicy {
  readonly policy: EffectivePolicy;
  /** The unknown values to report to the log and the audit log. */
  readonly unknownValues: readonly UnknownValue[];
}

/**
 * Merges an organisation's policy: override, else legacy value, else tenant default, each clamped to be at least as
 * strict as the tenant and as HIPAA mode demand. An override that has become weaker than the tenant stays stored,
 * and applies again when the tenant relaxes.
 */
export function mergePolicy({ overrides, legacy, tenant }: PolicyLayers): MergedPolicy {
  const draft = draftOf(tenant);
  for (const name of Object.keys(overrides)) place(draft, name, overrides, tenant);
  for (const name of Object.keys(legacy)) {
    if (overrides[name as PolicyFieldName] === undefined) place(draft, name, legacy, tenant);
  }
  settleFactors(draft.policy, tenant);
  return draft;
}

/** The tenant's values, as strict as HIPAA mode demands where it is on. */
export function tenantValues(tenant: TenantPolicies): PolicyValues {
  const values = tenantDefaults(tenant);
  if (!tenant.hipaa) return values;
  const clamped: Partial<Record<PolicyFieldName, unknown>> = values;
  for (const [name, { type, hipaa }] of FIELDS) {
    if (hipaa !== undefined) clamped[name] = type.meet(values[name], hipaa);
  }
  return values;
}

/** The lower bound on the strictness of an organisation's value; undefined if there is none. */
export function floorOf<T>(
  field: PolicyField<T>,
  tenantValue: T,
  tenant: TenantPolicies,
): T | undefined {
  if (field.boundByTenant) return tenantValue;
  return tenant.hipaa ? field.hipaa : undefined;
}

/** By name. A map: inherited names such as `constructor` are not fields. */
const FIELDS: ReadonlyMap<PolicyFieldName, PolicyField<unknown>> = new Map(
  POLICY_FIELD_NAMES.map((name) => [name, POLICY_FIELDS[name] as PolicyField<unknown>]),
);

/** The flags of an organisation that overrides nothing. */
const ALL_INHERITED = Object.fromEntries(
  POLICY_FIELD_NAMES.filter(isInheritable).map((name) => [name, true]),
) as EffectivePolicy['inherited'];

/** A merge in progress. It is completed in place, because copying so many keys costs as much as the whole merge. */
interface Draft {
  readonly policy: Mutable<EffectivePolicy>;
  readonly unknownValues: UnknownValue[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The policy of an organisation that overrides nothing. */
function draftOf(tenant: TenantPolicies): Draft {
  const policy = Object.assign(tenantValues(tenant), { inherited: { ...ALL_INHERITED } });
  return { policy, unknownValues: [] };
}

/** Sets a field to a stored value; null keeps the tenant's. Each field is set once. */
function place(draft: Draft, key: string, stored: StoredValues, tenant: TenantPolicies): void {
  const name = key as PolicyFieldName;
  const field = FIELDS.get(name);
  const value = stored[name] ?? null;
  if (field === undefined || value === null) return;
  const values: Record<PolicyFieldName, unknown> = draft.policy;
  const clamped = clampStored(field, value, values[name], tenant);
  const flags: Record<string, boolean> = draft.policy.inherited;
  values[name] = clamped.value;
  if (field.hasFlag !== false) flags[name] = clamped.isInherited;
  if (clamped.isUnknown) draft.unknownValues.push({ field: name });
}

interface ClampedValue<T> {
  readonly value: T;
  readonly isInherited: boolean;
  readonly isUnknown: boolean;
}

/**
 * A stored value as it takes effect: at least as strict as the tenant and HIPAA mode demand. If it is too weak or
 * unknown, the tenant's value applies and counts as inherited.
 */
function clampStored<T>(
  field: PolicyField<T>,
  stored: unknown,
  tenantValue: T,
  tenant: TenantPolicies,
): ClampedValue<T> {
  const read = field.type.read(stored);
  const candidate = read.isOk() ? read.value : field.type.ofUnknown(stored, tenantValue);
  const floor = floorOf(field, tenantValue, tenant);
  const holds = floor === undefined || field.type.isAtLeast(candidate, floor);
  const value = holds ? candidate : field.type.meet(candidate, floor);
  const isOwn = holds && read.isOk();
  return { value, isInherited: !isOwn && value === tenantValue, isUnknown: read.isErr() };
}

/**
 * The two rules that span fields: a required factor must be allowed, and the preferred factor must be one of the
 * allowed.
 */
function settleFactors(policy: Mutable<EffectivePolicy>, tenant: TenantPolicies): void {
  if (policy.mfaEnforcement === 'required' && policy.allowedFactors.length === 0) {
    policy.allowedFactors = tenant.mfa.allowedFactors;
    policy.inherited = { ...policy.inherited, allowedFactors: true };
  }
  const { allowedFactors, preferredFactor } = policy;
  if (preferredFactor === null || !allowedFactors.includes(preferredFactor)) {
    policy.preferredFactor = inPriorityOrder(allowedFactors)[0] ?? null;
  }
}

/**
 * Returns the tenant MFA policy in effect: as stored, and in HIPAA mode at least as strict as the mode requires.
 * The stored values apply again when the mode is switched off.
 */
export function effectiveMfaPolicy(tenant: TenantPolicies): TenantMfaPolicy {
  const values: Readonly<Record<string, unknown>> = { ...tenantValues(tenant) };
  const fields = Object.entries(POLICY_FIELDS)
    .filter(([, field]) => field.tenant.record === 'mfa')
    .map(([name, field]) => [field.tenant.name, values[name]]);
  return Object.fromEntries(fields) as TenantMfaPolicy;
}
