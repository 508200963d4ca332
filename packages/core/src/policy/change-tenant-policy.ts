import { err, ok, type Result } from 'neverthrow';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import type { PolicyInvalid } from './change-policy.js';
import type { FieldType } from './field-type.js';
import {
  fieldsOfRecord,
  type PolicyValue,
  type TenantMfaPolicy,
  type TenantPasswordPolicy,
  type TenantRecordName,
} from './policy-fields.js';
import { readChange, violationOf, type ChangeableField } from './read-change.js';

/** The fields of the tenant password policy; their bounds are those of the organisation's. */
export const PASSWORD_POLICY_FIELDS = fieldsOf<TenantPasswordPolicy>('password');

/** The fields of the tenant MFA policy. */
export const MFA_POLICY_FIELDS = fieldsOf<TenantMfaPolicy>('mfa');

/** Changes the tenant password policy; a body may hold a subset of the fields. */
export function changePasswordPolicy(
  current: TenantPasswordPolicy,
  body: object,
): Result<TenantPasswordPolicy, PolicyInvalid> {
  return changeRecord(PASSWORD_POLICY_FIELDS, current, body, false).map(({ record }) => record);
}

/**
 * Changes the tenant MFA policy. In HIPAA mode nothing weaker than it demands is accepted; the preferred factor (null
 * for none) must be an allowed one, and if a factor is required, as it always is in HIPAA mode, at least one must be
 * allowed.
 */
export function changeMfaPolicy(
  current: TenantMfaPolicy,
  body: object,
  hipaa: boolean,
): Result<TenantMfaPolicy, PolicyInvalid> {
  return changeRecord(MFA_POLICY_FIELDS, current, body, hipaa).andThen(({ record, spelled }) => {
    const violations: FieldViolation[] = [];
    const { preferredFactor, allowedFactors, enforcement } = record;
    if (preferredFactor !== null && !allowedFactors.includes(preferredFactor)) {
      const field = spelled('preferredFactor');
      violations.push({
        field,
        rule: 'not_allowed',
        limit: allowedFactors,
        value: preferredFactor,
      });
    }
    if (allowedFactors.length === 0 && (hipaa || enforcement === 'required')) {
      violations.push(noFactor(spelled('allowedFactors')));
    }
    return violations.length === 0 ? ok(record) : refuse(violations);
  });
}

/**
 * Whether HIPAA mode can be switched on over a tenant MFA policy. Weaker values are clamped, but clamping cannot
 * provide a factor if none is allowed.
 */
export function checkHipaa(mfa: TenantMfaPolicy): Result<TenantMfaPolicy, PolicyInvalid> {
  if (mfa.allowedFactors.length > 0) return ok(mfa);
  return refuse([noFactor(MFA_POLICY_FIELDS.allowedFactors.wireName)]);
}

function noFactor(field: string): FieldViolation {
  return { field, rule: 'empty', limit: null, value: [] };
}

/** Maps a field of a tenant record to the organisation field that it is the default of. */
export interface TenantField extends ChangeableField<PolicyValue> {
  readonly description: string;
  readonly type: FieldType<PolicyValue>;
  readonly hipaa?: PolicyValue | undefined;
}

function fieldsOf<R>(record: TenantRecordName): Readonly<Record<keyof R & string, TenantField>> {
  const fields = fieldsOfRecord(record).map(
    ({ tenant, description, type, hipaa }): [string, TenantField] => [
      tenant.name,
      { wireName: snakeCase(tenant.name), description, type, hipaa },
    ],
  );
  return Object.fromEntries(fields) as Record<keyof R & string, TenantField>;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function changeRecord<R extends TenantMfaPolicy | TenantPasswordPolicy>(
  fields: Readonly<Record<keyof R & string, TenantField>>,
  current: R,
  body: object,
  hipaa: boolean,
): Result<{ record: R; spelled: (name: keyof R & string) => string }, PolicyInvalid> {
  const change = readChange(fields, body, ['tenant_id']);
  const spelled = (name: keyof R & string): string =>
    change.spelling.get(name) ?? fields[name].wireName;
  const refused = [...change.values].flatMap(([name, value]): FieldViolation[] => {
    const { type, hipaa: floor } = fields[name];
    if (value === null && name !== 'preferredFactor') {
      const read = type.read(null);
      return read.isErr() ? [violationOf(spelled(name), read.error, null)] : [];
    }
    const holds = !hipaa || floor === undefined || type.isAtLeast(value, floor);
    return holds ? [] : [{ field: spelled(name), rule: 'hipaa', limit: floor, value }];
  });
  const violations = [...change.violations, ...refused];
  if (violations.length > 0) return refuse(violations);
  return ok({ record: { ...current, ...Object.fromEntries(change.values) }, spelled });
}

function refuse(violations: readonly FieldViolation[]): Result<never, PolicyInvalid> {
  return err({ code: 'policy_invalid', violations });
}
