import type { FieldType } from '../policy/field-type.js';
import { MFA_POLICY_FIELDS, PASSWORD_POLICY_FIELDS } from '../policy/change-tenant-policy.js';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from '../policy/policy-fields.js';
import { unknownPlaceholders } from './sms-text.js';
import { DEFAULT_SMS_SETTINGS, type SmsSettings } from './sms-settings.js';
import type { Tenant } from './tenant.js';

/** A tenant as a store returns it: the records as they were written, by any version. */
export interface RawTenant {
  readonly sms: Partial<SmsSettings>;
  readonly mfa: Readonly<Record<string, unknown>>;
  readonly password: Readonly<Record<string, unknown>>;
  readonly hipaa: boolean;
}

/** The result of reading a stored tenant. */
export interface StoredTenant {
  readonly tenant: Tenant;
  /**
   * The fields with unknown stored values, for example `mfa.enforcement`, or `sms.templates.de` with an
   * unknown placeholder; to report to the logger.
   */
  readonly unknownFields: readonly string[];
}

/**
 * Reads a stored tenant, for storage adapters. A
 * field that came after the record was stored takes its default; a value that this version does not
 * know counts as the strictest one. Of the allowed factors the known ones stay, in order of priority.
 */
export function readStoredTenant({ sms, mfa, password, hipaa }: RawTenant): StoredTenant {
  const mfaPolicy = readRecord('mfa', MFA_POLICY_FIELDS, DEFAULT_MFA_POLICY, mfa);
  const passwordPolicy = readRecord(
    'password',
    PASSWORD_POLICY_FIELDS,
    DEFAULT_PASSWORD_POLICY,
    password,
  );
  const settings = { ...DEFAULT_SMS_SETTINGS, ...sms };
  const policies = { mfa: mfaPolicy.record, password: passwordPolicy.record };
  const unknownFields = [
    ...unknownTemplates(settings),
    ...mfaPolicy.unknownFields,
    ...passwordPolicy.unknownFields,
  ];
  return { tenant: { sms: settings, ...policies, hipaa }, unknownFields };
}

/** Templates that were stored before placeholders were checked; they are sent unchanged. */
function unknownTemplates({ templates }: SmsSettings): readonly string[] {
  return Object.entries(templates)
    .filter(([, template]) => unknownPlaceholders(template).length > 0)
    .map(([locale]) => `sms.templates.${locale}`);
}

type Fields<R> = Readonly<Record<keyof R & string, { readonly type: FieldType<unknown> }>>;

function readRecord<R extends object>(
  part: string,
  fields: Fields<R>,
  defaults: R,
  stored: Readonly<Record<string, unknown>>,
): { readonly record: R; readonly unknownFields: readonly string[] } {
  const values: Record<string, unknown> = {};
  const unknownFields: string[] = [];
  for (const name of Object.keys(fields) as (keyof R & string)[]) {
    const value = stored[name];
    if (value === undefined) continue;
    const { type } = fields[name];
    const read = type.read(value).unwrapOr(undefined);
    values[name] = read ?? type.ofUnknown(value, defaults[name]);
    // Null is a valid value: no preferred factor.
    const isKnown = read !== undefined || (value === null && values[name] === null);
    if (!isKnown) unknownFields.push(`${part}.${name}`);
  }
  return { record: { ...defaults, ...values }, unknownFields };
}
