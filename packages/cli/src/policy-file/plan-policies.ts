import type { FieldViolation, Tenant } from '@stepward/core';
import {
  changeMfaPolicy,
  changePasswordPolicy,
  comparePolicies,
  effectOf,
  isSameSchedule,
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  replacePolicy,
  sameJson,
  shownSchedule,
  type PlannedChange,
  type PolicyFieldChange,
  type ScheduledOverrides,
  type StoredValues,
  type TenantField,
} from '@stepward/core/policy';
import type { JsonPath } from './read-json.js';
import type { PolicyFile } from './read-policy-file.js';
import { hasPolicy, type TenantState } from './tenant-state.js';

/** A field that a file changes. */
export interface PlannedField {
  /** Null for the tenant's own policy. */
  readonly organisation: string | null;
  /** As the file names it: `password_min_length`, of the tenant `password.min_length`, or `scheduled`. */
  readonly field: string;
  /** What is stored; left out where the tenant's value is inherited. */
  readonly from?: unknown;
  readonly to?: unknown;
  /** `none` where the policy that holds stays the same. */
  readonly effect: PolicyFieldChange['effect'] | 'none';
  /** ISO 8601; null for at once. */
  readonly effective_from: string | null;
}

/** A place of the file that is refused. */
export interface Refusal extends FieldViolation {
  readonly path: JsonPath;
}

/** What a file does to a tenant. */
export interface PolicyPlan {
  readonly fields: readonly PlannedField[];
  /** The tenant's fields that change, as `tenants.configure` takes them. */
  readonly tenant: { readonly mfa: object; readonly password: object };
  /** The organisations that change, by id: what `policies.replace` takes. */
  readonly organisations: readonly (readonly [organisationId: string, policy: object])[];
  /** The ids of those that storage does not know. */
  readonly unknown: readonly string[];
  /** The ids of those that have a policy and are not in the file: they are left alone. */
  readonly leftAlone: readonly string[];
  readonly refusals: readonly Refusal[];
}

/** Compares a file with what is stored. The organisations are checked against the tenant as the file makes it. */
export function planPolicies(file: PolicyFile, state: TenantState, now: Date): PolicyPlan {
  const { tenant, changed, refusals } = planTenant(file, state.tenant);
  const fields = [
    ...tenantFields('mfa', MFA_POLICY_FIELDS, state.tenant.mfa, tenant.mfa),
    ...tenantFields('password', PASSWORD_POLICY_FIELDS, state.tenant.password, tenant.password),
  ];
  const organisations: (readonly [string, object])[] = [];
  const ids = [...file.organisations].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [id, policy] of ids) {
    const stored = state.organisations.get(id) ?? { overrides: {}, scheduled: null };
    const planned = replacePolicy({ ...stored, legacy: {}, tenant }, policy, now);
    if (planned.isErr()) {
      refusals.push(...planned.error.violations.map(at(['organisations', id])));
      continue;
    }
    const found = organisationFields(id, stored, planned.value);
    if (found.length > 0) organisations.push([id, policy]);
    fields.push(...found);
  }
  const leftAlone = [...state.organisations]
    .filter(([id, stored]) => !file.organisations.has(id) && hasPolicy(stored))
    .map(([id]) => id)
    .sort();
  const unknown = ids.map(([id]) => id).filter((id) => !state.organisations.has(id));
  return { fields, tenant: changed, organisations, unknown, leftAlone, refusals };
}

interface PlannedTenant {
  readonly tenant: Tenant;
  readonly changed: PolicyPlan['tenant'];
  readonly refusals: Refusal[];
}

/** What stays is not checked again: HIPAA mode may have overtaken it. */
function planTenant({ defaults }: PolicyFile, tenant: Tenant): PlannedTenant {
  const mfa = changeMfaPolicy(tenant.mfa, defaults.mfa, false);
  const password = changePasswordPolicy(tenant.password, defaults.password);
  const after = {
    ...tenant,
    mfa: mfa.unwrapOr(tenant.mfa),
    password: password.unwrapOr(tenant.password),
  };
  const changed = {
    mfa: differences(tenant.mfa, after.mfa, MFA_POLICY_FIELDS),
    password: differences(tenant.password, after.password, PASSWORD_POLICY_FIELDS),
  };
  const inMode = changeMfaPolicy(tenant.mfa, changed.mfa, tenant.hipaa);
  const mfaError = mfa.isErr() ? mfa : inMode;
  const refusals = [
    ...(mfaError.isErr() ? mfaError.error.violations.map(at(['defaults', 'mfa'])) : []),
    ...(password.isErr() ? password.error.violations.map(at(['defaults', 'password'])) : []),
  ];
  return { tenant: after, changed, refusals };
}

function at(path: JsonPath): (violation: FieldViolation) => Refusal {
  return (violation) => ({ ...violation, path: [...path, ...violation.field.split('.')] });
}

type Fields<R> = Readonly<Record<keyof R & string, TenantField>>;

/** The fields of `after` that are others, by their names in files. */
function differences<R extends object>(before: R, after: R, fields: Fields<R>): object {
  const changed = (Object.keys(fields) as (keyof R & string)[]).filter(
    (name) => !sameJson(before[name], after[name]),
  );
  return Object.fromEntries(changed.map((name) => [fields[name].wireName, after[name]]));
}

function tenantFields<R extends object>(
  record: 'mfa' | 'password',
  fields: Fields<R>,
  before: R,
  after: R,
): readonly PlannedField[] {
  return (Object.keys(fields) as (keyof R & string)[]).flatMap((name): PlannedField[] => {
    const { type, wireName } = fields[name];
    const [from, to]: readonly unknown[] = [before[name], after[name]];
    if (sameJson(from, to)) return [];
    const effect = effectOf(type, from, to);
    const field = `${record}.${wireName}`;
    return [{ organisation: null, field, from, to, effect, effective_from: null }];
  });
}

function organisationFields(
  organisation: string,
  stored: ScheduledOverrides,
  planned: PlannedChange,
): readonly PlannedField[] {
  const now = comparePolicies(planned.before, planned.after);
  const fields = valueFields(organisation, stored.overrides, planned.overrides, now, null);
  if (isSameSchedule(stored.scheduled, planned.scheduled)) return fields;
  const { scheduled, effective } = planned;
  const from = stored.scheduled && shownSchedule(stored.scheduled);
  if (scheduled === null) {
    const withdrawn = { field: 'scheduled', from, effect: 'other', effective_from: null } as const;
    return [...fields, { organisation, ...withdrawn }];
  }
  const later = comparePolicies(planned.after, effective.policy);
  const to = shownSchedule(scheduled);
  const date = to.effective_from;
  const values = { ...planned.overrides, ...scheduled.values };
  const planFields = valueFields(organisation, planned.overrides, values, later, date);
  if (planFields.length > 0) return [...fields, ...planFields];
  const none = { field: 'scheduled', from, to, effect: 'none', effective_from: date } as const;
  return [...fields, { organisation, ...none }];
}

function valueFields(
  organisation: string,
  before: StoredValues,
  after: StoredValues,
  effects: readonly PolicyFieldChange[],
  effectiveFrom: string | null,
): readonly PlannedField[] {
  const changed = POLICY_FIELD_NAMES.filter((name) => !sameJson(before[name], after[name]));
  const known = changed.map((name): PlannedField => ({
    organisation,
    field: POLICY_FIELDS[name].wireName,
    ...(name in before && { from: before[name] }),
    ...(name in after && { to: after[name] }),
    effect: effects.find(({ field }) => field === name)?.effect ?? 'none',
    effective_from: effectiveFrom,
  }));
  const removed = Object.entries(before)
    .filter(([name]) => !Object.hasOwn(POLICY_FIELDS, name) && !Object.hasOwn(after, name))
    .map(([field, from]): PlannedField => {
      return { organisation, field, from, effect: 'none', effective_from: effectiveFrom };
    });
  return [...known, ...removed];
}
