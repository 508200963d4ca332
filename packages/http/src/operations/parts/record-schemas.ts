import type { SmsSettings, EffectivePolicy } from '@stepward/core';
import {
  isInheritable,
  MFA_POLICY_FIELDS,
  PASSWORD_POLICY_FIELDS,
  POLICY_FIELD_NAMES,
  POLICY_FIELDS,
  SMS_SETTINGS_FIELDS,
  type FieldSchema,
  type SmsLength,
  type ShownSchedule,
  type TenantMfaPolicy,
  type TenantPasswordPolicy,
} from '@stepward/core/policy';
import { z } from 'zod';

/** The schemas of policies and settings, composed from the fields of core. */

/** A field of core. */
interface RecordField {
  readonly wireName: string;
  readonly description?: string;
  readonly type: { readonly schema: FieldSchema };
  readonly nullable?: boolean;
}

type Fields = Readonly<Record<string, RecordField>>;
type Spelling = 'camelCase' | 'snake_case';

/** Has type `T` in the code, and is described by its fields in the documents. */
function described<T>(
  title: string,
  properties: Readonly<Record<string, FieldSchema>>,
): z.ZodType<T> {
  return z
    .custom<T>()
    .meta({ title, type: 'object', properties, required: Object.keys(properties) });
}

function propertiesOf(fields: Fields, spelling: Spelling): Readonly<Record<string, FieldSchema>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      spelling === 'camelCase' ? name : field.wireName,
      schemaOf(name, field),
    ]),
  );
}

/** What is neither a word, a number nor a list of them has the name of its field, in both spellings the same. */
function schemaOf(name: string, { type, description, nullable = false }: RecordField): FieldSchema {
  const { schema } = type;
  const { enum: words } = schema;
  const takesNull = 'anyOf' in schema || (Array.isArray(words) && words.includes(null));
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  const described = description === undefined ? {} : { description };
  if (takesNull) return { ...schema, ...described, title: `${title}OrNull` };
  if (nullable) return { anyOf: [schema, { type: 'null' }], ...described, title: `${title}OrNull` };
  return { ...schema, ...described, ...(schema['type'] === 'object' && { title }) };
}

const TENANT: FieldSchema = { type: 'string', examples: ['acme'] };
const ORGANISATION: FieldSchema = { type: 'string', examples: ['org_1c9e'] };
/** The fields of a change: null removes a value. */
const CHANGEABLE_FIELDS: Fields = Object.fromEntries(
  Object.entries(POLICY_FIELDS).map(([name, { wireName, description, type }]) => [
    name,
    { wireName, description, type, nullable: true },
  ]),
);
const INHERITED = Object.fromEntries(
  POLICY_FIELD_NAMES.filter(isInheritable).map((name) => [name, { type: 'boolean' }]),
);

const MOMENT: FieldSchema = {
  type: 'string',
  format: 'date-time',
  examples: ['2026-06-01T00:00:00.000Z'],
};

/** The change that is planned, its values by camelCase name; null of a field takes its value back. */
const SCHEDULED: FieldSchema = {
  title: 'ScheduledPolicyChange',
  type: 'object',
  properties: {
    effective_from: MOMENT,
    changes: {
      type: 'object',
      properties: propertiesOf(CHANGEABLE_FIELDS, 'camelCase'),
      examples: [{ mfaEnforcement: 'required' }],
    },
  },
  required: ['effective_from', 'changes'],
};

/** Specification, "Effective organisation security policy". */
export const effectivePolicy = described<
  { readonly tenant_id: string; readonly org_id: string } & Omit<EffectivePolicy, 'inherited'> & {
      readonly _inherited: EffectivePolicy['inherited'];
      readonly scheduled: ShownSchedule | null;
    }
>('SecurityPolicy', {
  tenant_id: TENANT,
  org_id: ORGANISATION,
  ...propertiesOf(POLICY_FIELDS, 'camelCase'),
  _inherited: { type: 'object', properties: INHERITED, required: Object.keys(INHERITED) },
  scheduled: { anyOf: [SCHEDULED, { type: 'null' }], title: 'ScheduledPolicyChangeOrNull' },
});

/** Specification, "Tenant password policy". */
export const passwordPolicy = described<{ readonly tenant_id: string } & TenantPasswordPolicy>(
  'TenantPasswordPolicy',
  {
    tenant_id: TENANT,
    ...propertiesOf(PASSWORD_POLICY_FIELDS, 'camelCase'),
  },
);

/** docs/decisions.md: "MFA policy record". */
export const mfaPolicy = described<
  { readonly tenant_id: string } & SnakeCased<TenantMfaPolicy, typeof MFA_POLICY_FIELDS>
>('TenantMfaPolicy', { tenant_id: TENANT, ...propertiesOf(MFA_POLICY_FIELDS, 'snake_case') });

/** By locale; `*` is the built-in text. A change that sends it back has no effect. */
const MESSAGE_LENGTHS: FieldSchema = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      encoding: { type: 'string', enum: ['gsm7', 'ucs2'] },
      length: { type: 'integer', minimum: 0 },
      segments: { type: 'integer', minimum: 1 },
    },
    required: ['encoding', 'length', 'segments'],
  },
  examples: [{ '*': { encoding: 'gsm7', length: 51, segments: 1 } }],
};

/** docs/decisions.md: "SMS settings record". */
export const smsSettings = described<
  { readonly tenant_id: string } & SnakeCased<SmsSettings, typeof SMS_SETTINGS_FIELDS> & {
      readonly message_lengths: Readonly<Record<string, SmsLength>>;
    }
>('SmsSettings', {
  tenant_id: TENANT,
  ...propertiesOf(SMS_SETTINGS_FIELDS, 'snake_case'),
  message_lengths: MESSAGE_LENGTHS,
});

/** A record by the wire names of its fields. */
type SnakeCased<T, Of extends { readonly [Name in keyof T]: { readonly wireName: string } }> = {
  readonly [Name in keyof T as Of[Name]['wireName']]: T[Name];
};

/** The record as answers have it, its fields in the order of `fields`. */
export function byWireName<
  T extends object,
  Of extends { readonly [Name in keyof T]: { readonly wireName: string } },
>(fields: Of, record: T): SnakeCased<T, Of> {
  const names = Object.keys(fields) as (keyof T)[];
  const entries = names.map((name) => [fields[name].wireName, record[name]] as const);
  return Object.fromEntries(entries) as SnakeCased<T, Of>;
}

interface BodyDescription {
  /** Its name in the documents. */
  readonly title: string;
  readonly example: object;
  readonly required?: readonly string[];
}

/**
 * A body that a service validates, because only the service knows all rules and reports all violations together. The
 * object is passed on unchanged, so every key, including `__proto__`, is seen as the caller spelled it.
 */
export function bodyOf(
  properties: Readonly<Record<string, FieldSchema>>,
  { title, example, required = [] }: BodyDescription,
): z.ZodType<object> {
  return z
    .custom<object>()
    .check(({ value: sent, issues }) => {
      const value: unknown = sent;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
      issues.push({ code: 'invalid_type', expected: 'object', input: value });
    })
    .meta({
      title,
      type: 'object',
      properties,
      required: [...required],
      additionalProperties: false,
      examples: [example],
    });
}

/** Such a body, with one spelling of each field. */
export function bodyOfFields(
  fields: Readonly<Record<string, { readonly schema: FieldSchema }>>,
  description: BodyDescription,
): z.ZodType<object> {
  return bodyOf(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    description,
  );
}

/** Any value: the field is not checked. */
const NOT_CHANGED: FieldSchema = {
  description: 'It is ignored, so that an answer can be edited and sent back.',
};

/**
 * A change of a record: any of its fields, in either spelling. Fields of the answer that cannot be changed are accepted, so
 * that an answer can be edited and sent back.
 */
function changeOf(
  title: string,
  fields: Fields,
  { example, ignored }: { readonly example: object; readonly ignored: object },
): z.ZodType<object> {
  const spellings = [propertiesOf(fields, 'camelCase'), propertiesOf(fields, 'snake_case')];
  const properties = Object.assign({}, ...spellings, ignored) as Record<string, FieldSchema>;
  return bodyOf(properties, { title, example });
}

/** Any value: what is no record of flags is ignored. */
const FLAGS: FieldSchema = {
  description:
    'The flags as the answer has them: an object of booleans by field. A field whose flag is `true` stays inherited if it has the value that it inherits. Anything else is ignored.',
};

const EFFECTIVE_FROM: FieldSchema = {
  anyOf: [MOMENT, { type: 'null' }],
  description:
    'From when on the change holds: later than now, at most a year. Now if it is left out.',
};

const WITHDRAWN: FieldSchema = {
  anyOf: [SCHEDULED, { type: 'null' }],
  description: 'Null withdraws the planned change. As the answer has it, it changes nothing.',
};

export const policyChange = changeOf('SecurityPolicyChange', CHANGEABLE_FIELDS, {
  example: {
    mfaEnforcement: 'required',
    allowedFactors: ['webauthn', 'totp'],
    passwordMinLength: null,
  },
  ignored: {
    ...{ tenant_id: NOT_CHANGED, org_id: NOT_CHANGED, _inherited: FLAGS },
    ...{ effective_from: EFFECTIVE_FROM, scheduled: WITHDRAWN },
  },
});
export const passwordPolicyChange = changeOf('TenantPasswordPolicyChange', PASSWORD_POLICY_FIELDS, {
  example: { minLength: 12 },
  ignored: { tenant_id: NOT_CHANGED },
});
export const mfaPolicyChange = changeOf('TenantMfaPolicyChange', MFA_POLICY_FIELDS, {
  example: { enforcement: 'required' },
  ignored: { tenant_id: NOT_CHANGED },
});
export const smsSettingsChange = changeOf('SmsSettingsChange', SMS_SETTINGS_FIELDS, {
  example: { enabled: true, mfa_enabled: true, app_name: 'Acme' },
  ignored: { tenant_id: NOT_CHANGED, message_lengths: NOT_CHANGED },
});
