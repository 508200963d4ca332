import type { SmsSettings } from '@stepward/core';
import {
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  POLICY_FIELDS,
  SMS_SETTINGS_FIELDS,
  type EffectivePolicy,
  type FieldSchema,
  type TenantMfaPolicy,
  type TenantPasswordPolicy,
} from '@stepward/core/policy';
import { z } from 'zod';

/** Policies and settings. Their fields are core's, where each has its schema; here they are put together. */

/** A field as core has it. */
interface RecordField {
  readonly wireName: string;
  readonly type: { readonly schema: FieldSchema };
  readonly nullable?: boolean;
}

type Fields = Readonly<Record<string, RecordField>>;
type Spelling = 'camelCase' | 'snake_case';

/** Type `T` in the code; described by its fields in the documents. */
function described<T>(properties: Readonly<Record<string, FieldSchema>>): z.ZodType<T> {
  return z.custom<T>().meta({ type: 'object', properties, required: Object.keys(properties) });
}

function propertiesOf(fields: Fields, spelling: Spelling): Readonly<Record<string, FieldSchema>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      spelling === 'camelCase' ? name : field.wireName,
      schemaOf(field),
    ]),
  );
}

function schemaOf({ type: { schema }, nullable = false }: RecordField): FieldSchema {
  return nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

const TEXT: FieldSchema = { type: 'string' };
const INHERITED = Object.fromEntries(
  Object.keys(POLICY_FIELDS)
    .filter((name) => name !== 'requirePhoneVerification')
    .map((name) => [name, { type: 'boolean' }]),
);

/** Specification, "Effective organisation security policy". */
export const effectivePolicy = described<
  { readonly tenant_id: string; readonly org_id: string } & Omit<EffectivePolicy, 'inherited'> & {
      readonly _inherited: EffectivePolicy['inherited'];
    }
>({
  tenant_id: TEXT,
  org_id: TEXT,
  ...propertiesOf(POLICY_FIELDS, 'camelCase'),
  _inherited: { type: 'object', properties: INHERITED, required: Object.keys(INHERITED) },
});

/** Specification, "Tenant password policy". */
export const passwordPolicy = described<{ readonly tenant_id: string } & TenantPasswordPolicy>({
  tenant_id: TEXT,
  ...propertiesOf(PASSWORD_POLICY_FIELDS, 'camelCase'),
});

/** docs/decisions.md: "MFA policy record". */
export const mfaPolicy = described<
  { readonly tenant_id: string } & SnakeCased<TenantMfaPolicy, typeof MFA_POLICY_FIELDS>
>({ tenant_id: TEXT, ...propertiesOf(MFA_POLICY_FIELDS, 'snake_case') });

/** docs/decisions.md: "SMS settings record". */
export const smsSettings = described<
  { readonly tenant_id: string } & SnakeCased<SmsSettings, typeof SMS_SETTINGS_FIELDS>
>({ tenant_id: TEXT, ...propertiesOf(SMS_SETTINGS_FIELDS, 'snake_case') });

/** A record by the wire names of its fields. */
type SnakeCased<T, Of extends { readonly [Name in keyof T]: { readonly wireName: string } }> = {
  readonly [Name in keyof T as Of[Name]['wireName']]: T[Name];
};

/**
 * A change of such a record: any of its fields, by either name. The service judges them, for it knows the tenant's
 * rules; the object goes to it as it came, so that every key is seen as it was spelled, `__proto__` included.
 */
function changeOf(fields: Fields): z.ZodType<object> {
  const properties = {
    ...propertiesOf(fields, 'camelCase'),
    ...propertiesOf(fields, 'snake_case'),
  };
  return z
    .unknown()
    .transform((value, { issues }): object => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
      issues.push({ code: 'invalid_type', expected: 'object', input: value });
      return z.NEVER;
    })
    .meta({ type: 'object', properties, additionalProperties: false });
}

/** Null takes a value back. */
export const policyChange = changeOf(
  Object.fromEntries(
    Object.entries(POLICY_FIELDS).map(([name, { wireName, type }]) => [
      name,
      { wireName, type, nullable: true },
    ]),
  ),
);
export const passwordPolicyChange = changeOf(PASSWORD_POLICY_FIELDS);
export const mfaPolicyChange = changeOf(MFA_POLICY_FIELDS);
export const smsSettingsChange = changeOf(SMS_SETTINGS_FIELDS);
