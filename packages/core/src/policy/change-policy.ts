import { err, ok, type Result } from 'neverthrow';
import { isObject } from '../shared/checks/check-options.js';
import type { FieldViolation, ViolationRule } from '../shared/checks/field-violation.js';
import { sameJson } from '../shared/same-json.js';
import {
  floorOf,
  mergePolicy,
  tenantValues,
  type EffectivePolicy,
  type PolicyLayers,
  type StoredValues,
} from './merge-policy.js';
import {
  POLICY_FIELDS,
  tenantDefaults,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValue,
  type TenantPolicies,
} from './policy-fields.js';
import { readChange, type ReadChange } from './read-change.js';

/** Keys of a GET response that clients may send back in a PUT; they are no fields. */
const IGNORED_KEYS = ['tenant_id', 'org_id', '_inherited'];

/** The change breaks at least one rule; all of them are listed, and nothing is stored. */
export interface PolicyInvalid {
  readonly code: 'policy_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The fields of a policy that a body sets. */
export type PolicyChange = ReadChange<PolicyFieldName, PolicyValue>;

/** An accepted change: what to store, and the policy before and after it. */
export interface ChangedPolicy {
  readonly overrides: StoredValues;
  readonly before: EffectivePolicy;
  readonly after: EffectivePolicy;
}

/**
 * Changes an organisation's overrides (specification, rules 2 to 4 of the organisation policy). The
 * body holds the fields to change, in either spelling; null stores the mark "inherit". A value that a GET response had
 * as inherited, sent back with its flag, changes nothing. The rules are checked on the merged outcome.
 */
export function changePolicy(
  layers: PolicyLayers,
  body: object,
): Result<ChangedPolicy, PolicyInvalid> {
  const before = mergePolicy(layers).policy;
  const change = withoutInherited(readOverrides(body, IGNORED_KEYS), body, before);
  const overrides = { ...layers.overrides, ...Object.fromEntries(change.values) };
  return checkChange(layers, change, overrides);
}

/** Reads the fields of a body, in either spelling; `ignored` keys are allowed and have no effect. */
export function readOverrides(body: object, ignored: readonly string[]): PolicyChange {
  return readChange(POLICY_FIELDS as ChangeableFields, body, ignored);
}

/**
 * Checks overrides that are to take the place of the stored ones.
 *
 * @param change what of them is new, and its violations so far
 */
export function checkChange(
  layers: PolicyLayers,
  change: PolicyChange,
  overrides: StoredValues,
): Result<ChangedPolicy, PolicyInvalid> {
  const before = mergePolicy(layers).policy;
  const after = mergePolicy({ ...layers, overrides }).policy;
  const violations = [
    ...change.violations,
    ...weakerThanTenant(change, layers.tenant),
    ...againstEachOther(change, overrides, after),
  ];
  if (violations.length > 0) return err({ code: 'policy_invalid', violations });
  return ok({ overrides, before, after });
}

/**
 * The change without the fields that stay inherited: sent beside `_inherited: true`, with the value that they inherit
 * now.
 */
function withoutInherited(
  { values, spelling, violations }: PolicyChange,
  body: object,
  before: EffectivePolicy,
): PolicyChange {
  const { _inherited: flags } = body as { readonly _inherited?: unknown };
  const given = isObject(flags) ? flags : {};
  const inherited: Readonly<Record<string, boolean>> = before.inherited;
  const isChanged = (name: PolicyFieldName): boolean =>
    given[name] !== true ||
    inherited[name] !== true ||
    !values.has(name) ||
    !sameJson(values.get(name), before[name]);
  return {
    values: new Map([...values].filter(([name]) => isChanged(name))),
    spelling: new Map([...spelling].filter(([name]) => isChanged(name))),
    violations,
  };
}

type ChangeableFields = Readonly<Record<PolicyFieldName, PolicyField<PolicyValue>>>;

function weakerThanTenant(change: PolicyChange, tenant: TenantPolicies): FieldViolation[] {
  const defaults = tenantDefaults(tenant);
  const values = tenantValues(tenant);
  return [...change.values].flatMap(([name, value]) => {
    const field = POLICY_FIELDS[name] as PolicyField<PolicyValue>;
    const floor = floorOf(field, values[name], tenant);
    if (value === null || floor === undefined || field.type.isAtLeast(value, floor)) return [];
    const isTenantsRule = field.boundByTenant && !field.type.isAtLeast(value, defaults[name]);
    const rule = isTenantsRule ? 'weaker_than_tenant' : 'hipaa';
    return [violation(change, name, rule, floor, value)];
  });
}

/** Checks the rules that span fields against the merged outcome. */
function againstEachOther(
  change: PolicyChange,
  overrides: StoredValues,
  after: EffectivePolicy,
): FieldViolation[] {
  const violations: FieldViolation[] = [];
  const { preferredFactor } = overrides;
  const isSetKnown = !change.spelling.has('allowedFactors') || change.values.has('allowedFactors');
  if (change.values.has('preferredFactor') && preferredFactor !== null && isSetKnown) {
    const allowed = after.allowedFactors;
    if (!allowed.some((factor) => factor === preferredFactor)) {
      violations.push(
        violation(change, 'preferredFactor', 'not_allowed', allowed, preferredFactor),
      );
    }
  }
  // An organisation's empty set is not visible in the outcome, because the merge replaces it with the tenant's.
  const isNoneAllowed = [overrides.allowedFactors, after.allowedFactors].some(isEmptySet);
  if (isNoneAllowed && after.mfaEnforcement === 'required') {
    if (isEmptySet(change.values.get('allowedFactors'))) {
      violations.push(violation(change, 'allowedFactors', 'empty', null, []));
    } else if (change.values.get('mfaEnforcement') === 'required') {
      violations.push(violation(change, 'mfaEnforcement', 'empty', null, 'required'));
    }
  }
  return violations;
}

function isEmptySet(factors: unknown): boolean {
  return Array.isArray(factors) && factors.length === 0;
}

function violation(
  change: PolicyChange,
  name: PolicyFieldName,
  rule: ViolationRule,
  limit: FieldViolation['limit'],
  value: unknown,
): FieldViolation {
  return { field: change.spelling.get(name) ?? name, rule, limit, value };
}
