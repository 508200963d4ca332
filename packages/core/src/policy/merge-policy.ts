import { inPriorityOrder } from '../identity/factor.js';
import {
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  type InheritableFieldName,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValues,
} from './policy-fields.js';
import type { TenantPolicies } from './tenant-policy.js';

/**
 * Values as a store keeps them: camelCase name → value, whatever it is by now. In overrides, null is
 * the mark "inherit", which hides a legacy value too.
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

/** A stored value that is none of the known ones; see `FieldType.ofUnknown`. */
export interface UnknownValue {
  readonly field: PolicyFieldName;
}

export interface MergedPolicy {
  readonly policy: EffectivePolicy;
  /** To report to the log and the audit log; never empty by accident. */
  readonly unknownValues: readonly UnknownValue[];
}

/**
 * Merges an organisation's policy: override, else legacy value, else tenant default, each clamped to
 * be at least as strict as the tenant and as HIPAA mode demand. An override that the tenant has
 * overtaken stays stored and comes back when the tenant relaxes.
 */
export function mergePolicy(layers: PolicyLayers): MergedPolicy {
  const merged: Partial<Record<PolicyFieldName | 'inherited', unknown>> = {};
  const inherited: Partial<Record<InheritableFieldName, boolean>> = {};
  const unknownValues: UnknownValue[] = [];
  for (const [name, field] of FIELDS) {
    const { value, isInherited, isUnknown } = mergeField(field, name, layers);
    merged[name] = value;
    if (name !== 'requirePhoneVerification') inherited[name] = isInherited;
    if (isUnknown) unknownValues.push({ field: name });
  }
  merged.inherited = inherited;
  const policy = merged as Mutable<EffectivePolicy>;
  settleFactors(policy, layers.tenant);
  return { policy, unknownValues };
}

const FIELDS = POLICY_FIELD_NAMES.map(
  (name) => [name, POLICY_FIELDS[name] as PolicyField<unknown>] as const,
);

/** A policy under construction. It is finished in place: a copy of so many keys costs as much as the whole merge. */
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The tenant's value of a field, as strict as HIPAA mode demands where it is on. */
export function tenantValueOf<T>(field: PolicyField<T>, tenant: TenantPolicies): T {
  const value = field.tenantValue(tenant);
  return tenant.hipaa && field.hipaa !== undefined ? field.type.meet(value, field.hipaa) : value;
}

/** What an organisation's value must be at least as strict as; undefined where nothing binds it. */
export function floorOf<T>(field: PolicyField<T>, tenant: TenantPolicies): T | undefined {
  if (field.boundByTenant) return tenantValueOf(field, tenant);
  return tenant.hipaa ? field.hipaa : undefined;
}

/** The value that a layer above the tenant holds for a field; undefined where the tenant's counts. */
export function storedValueOf(
  name: PolicyFieldName,
  { overrides, legacy }: Pick<PolicyLayers, 'overrides' | 'legacy'>,
): unknown {
  const override = overrides[name];
  if (override === null) return undefined;
  return override ?? legacy[name] ?? undefined;
}

interface MergedField<T> {
  readonly value: T;
  readonly isInherited: boolean;
  readonly isUnknown: boolean;
}

function mergeField<T>(
  field: PolicyField<T>,
  name: PolicyFieldName,
  layers: PolicyLayers,
): MergedField<T> {
  const tenantValue = tenantValueOf(field, layers.tenant);
  const stored = storedValueOf(name, layers);
  if (stored === undefined) return { value: tenantValue, isInherited: true, isUnknown: false };
  const read = field.type.read(stored);
  const candidate = read.unwrapOr(field.type.ofUnknown(stored, tenantValue));
  const floor = floorOf(field, layers.tenant);
  const holds = floor === undefined || field.type.isAtLeast(candidate, floor);
  const value = holds ? candidate : field.type.meet(candidate, floor);
  return { value, isInherited: !holds && value === tenantValue, isUnknown: read.isErr() };
}

/** The two rules that span fields: who must have a factor needs one, and the preferred one is allowed. */
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
