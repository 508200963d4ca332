import type { FactorName, EffectivePolicy, PolicyInvalid } from '@stepward/core';
import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  floorOf,
  isInheritable,
  POLICY_FIELD_NAMES,
  POLICY_FIELDS,
  tenantDefaults,
  tenantValues,
  type PolicyField,
  type PolicyFieldName,
  type PolicyValues,
  type TenantPolicies,
} from '@stepward/core/policy';

/** A word that a field can have as a value, as forms send it. */
export type PolicyWord =
  | PolicyValues['mfaEnforcement']
  | PolicyValues['mfaPolicy']
  | PolicyValues['unenrolledUserAction']
  | FactorName
  | 'true'
  | 'false';

/** Where the value of a field comes from. `default`: the tenant has what Stepward ships. */
export type PolicySource = 'organisation' | 'tenant' | 'default' | 'hipaa';

/** The sections of the page. */
export type PolicyGroup = 'signIn' | 'password' | 'session';

/** How a field is entered. */
export type PolicyControl =
  /** One of these words; those that the tenant's rules forbid are left out. */
  | { readonly type: 'choice'; readonly words: readonly string[] }
  /** Some of these factors. */
  | { readonly type: 'factors'; readonly words: readonly FactorName[] }
  /** A number in the unit of the field, within these bounds; null for none. */
  | { readonly type: 'number'; readonly min: number | null; readonly max: number | null };

/** The value of a field. */
export type PolicyValue = PolicyValues[PolicyFieldName];

/** One field of the policy. */
export interface PolicyFieldView {
  readonly name: PolicyFieldName;
  readonly group: PolicyGroup;
  readonly control: PolicyControl;
  /** The value in force. */
  readonly value: PolicyValue;
  /** The value that holds where the organisation sets none. */
  readonly tenantValue: PolicyValue;
  readonly source: PolicySource;
  /** What leaves only one value to choose; null where there is a choice. */
  readonly lockedBy: 'tenant' | 'hipaa' | null;
  /** What the form was drawn with, by which a changed field is told from others. */
  readonly stored: string;
  /** What the form shows: the organisation's own value, or what was typed; empty where it sets none. */
  readonly entered: string;
  /** The factors that are ticked; for other fields empty. */
  readonly ticked: readonly string[];
  /** The first rule that the last form broke here; null for none. */
  readonly violation: PolicyInvalid['violations'][number] | null;
}

/** What `/policy` shows. */
export interface PolicyView {
  readonly hipaa: boolean;
  readonly fields: readonly PolicyFieldView[];
}

/** What the view is made of. */
export interface PolicyFacts {
  /** From `policies.get`. */
  readonly policy: EffectivePolicy;
  /** From `tenants.find`. */
  readonly tenant: TenantPolicies;
  /** The last form, where it was refused: what was entered, and the rules that it broke. */
  readonly refused: RefusedPolicy | null;
}

/** A form that was refused. */
export interface RefusedPolicy {
  readonly entered: ReadonlyMap<string, string>;
  readonly violations: PolicyInvalid['violations'];
}

/** Milliseconds of a day: the form asks for days where the policy has milliseconds. */
export const DAY_MS = 86_400_000;

/** Decides what `/policy` shows: each field with its value, its source, and what may be chosen. */
export function policyView({ policy, tenant, refused }: PolicyFacts): PolicyView {
  const fields = POLICY_FIELD_NAMES.map((name) => fieldView(name, policy, tenant, refused));
  return { hipaa: tenant.hipaa, fields };
}

function fieldView(
  name: PolicyFieldName,
  policy: EffectivePolicy,
  tenant: TenantPolicies,
  refused: RefusedPolicy | null,
): PolicyFieldView {
  const field = POLICY_FIELDS[name] as PolicyField<unknown>;
  const values = tenantValues(tenant);
  const tenantValue = values[name];
  const value = policy[name];
  const isOwn = isInheritable(name) ? !policy.inherited[name] : value !== tenantValue;
  const isRaised = !same(tenantDefaults(tenant)[name], tenantValue);
  const floor = floorOf<unknown>(field, tenantValue, tenant);
  const control = controlOf(field, floor, values.allowedFactors);
  const stored = isOwn ? formText(name, value) : '';
  const factors = Array.isArray(value) ? (value as readonly string[]) : [];
  return {
    name,
    group: groupOf(name),
    control,
    value,
    tenantValue,
    source: isOwn ? 'organisation' : isRaised ? 'hipaa' : sourceOf(name, tenantValue),
    lockedBy: !isSingle(control) ? null : isRaised ? 'hipaa' : 'tenant',
    stored: storedText(stored, factors),
    entered: refused?.entered.get(name) ?? stored,
    ticked: refused === null ? factors : tickedIn(refused.entered, name),
    violation: refused?.violations.find((each) => each.field === name) ?? null,
  };
}

/** Whether the tenant has the value that Stepward ships. */
function sourceOf(name: PolicyFieldName, tenantValue: unknown): PolicySource {
  return same(SHIPPED[name], tenantValue) ? 'default' : 'tenant';
}

const SHIPPED = tenantDefaults({
  mfa: DEFAULT_MFA_POLICY,
  password: DEFAULT_PASSWORD_POLICY,
  hipaa: false,
});

function groupOf(name: PolicyFieldName): PolicyGroup {
  if (name.startsWith('password')) return 'password';
  return name.startsWith('session') ? 'session' : 'signIn';
}

/** The choices that the tenant's rules leave. */
function controlOf(
  field: PolicyField<unknown>,
  floor: unknown,
  factors: readonly FactorName[],
): PolicyControl {
  const { type } = field;
  const isAllowed = (word: unknown): boolean => floor === undefined || type.isAtLeast(word, floor);
  if (type === POLICY_FIELDS.preferredFactor.type) return { type: 'choice', words: factors };
  if (Array.isArray(floor)) return { type: 'factors', words: floor as readonly FactorName[] };
  const { schema } = type;
  if (schema['type'] === 'boolean') {
    const words = [true, false].filter(isAllowed).map(String);
    return { type: 'choice', words };
  }
  if (Array.isArray(schema['enum'])) {
    return { type: 'choice', words: (schema['enum'] as readonly string[]).filter(isAllowed) };
  }
  // The 0 of a period means that it never ends: it is no least number of days.
  const min = isPeriod(field) ? null : boundOf(schema['minimum']);
  const bounds = { min, max: boundOf(schema['maximum']) };
  return { type: 'number', ...withFloor(bounds, floor, field) };
}

/** The bounds of a number with the tenant's value as the weakest. */
function withFloor(
  bounds: { readonly min: number | null; readonly max: number | null },
  floor: unknown,
  field: PolicyField<unknown>,
): { readonly min: number | null; readonly max: number | null } {
  if (typeof floor !== 'number') return bounds;
  if (field.type.isAtLeast(2, 1)) return { ...bounds, min: floor };
  if (!isPeriod(field)) return { ...bounds, max: floor };
  return floor === 0 ? bounds : { min: 1, max: floor };
}

/** Whether a number is a period that is stricter the shorter it is, except 0, which means never and is the weakest. */
export function isPeriod({ type }: PolicyField<unknown>): boolean {
  return !type.isAtLeast(2, 1) && type.isAtLeast(1, 0);
}

function boundOf(bound: unknown): number | null {
  return typeof bound === 'number' && bound < Number.MAX_SAFE_INTEGER ? bound : null;
}

function isSingle(control: PolicyControl): boolean {
  return control.type === 'number'
    ? control.min !== null && control.min === control.max
    : control.words.length <= 1;
}

/** A value as a field of the form has it. */
function formText(name: PolicyFieldName, value: PolicyValue): string {
  if (Array.isArray(value)) return 'own';
  const isMs = POLICY_FIELDS[name].unit === 'millisecond';
  return isMs ? String(daysOf(value as number)) : String(value ?? '');
}

/** Milliseconds as days, with at most four decimals. */
export function daysOf(ms: number): number {
  return Math.round((ms / DAY_MS) * 10_000) / 10_000;
}

/** What is compared to tell whether a field was changed: the factors belong to it. */
export function storedText(entered: string, ticked: readonly string[]): string {
  return [entered, ...ticked.toSorted()].join(' ');
}

/** The ticked boxes of a form: their names are `allowedFactors.sms`. */
export function tickedIn(form: ReadonlyMap<string, string>, name: PolicyFieldName): string[] {
  const prefix = `${name}.`;
  return [...form.keys()].flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
