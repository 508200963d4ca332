import { err, ok, type Result } from 'neverthrow';
import type { BrokenRule, FieldSchema } from '../policy/field-type.js';
import { readChange, type ChangeableField, type ReadChange } from '../policy/read-change.js';
import type { FieldViolation } from '../shared/field-violation.js';
import {
  checkSmsSettings,
  type SmsCapabilities,
  type SmsSettings,
  type SmsSettingsInvalid,
} from './sms-settings.js';

/** Reads one type of value; `checkSmsSettings` validates it. */
type Reader = ChangeableField['type'];

const TEXT = { type: 'string' };
const flag = reader('boolean', { type: 'boolean' }, (input) => typeof input === 'boolean');
const text = reader('string', TEXT, isText);
const texts = reader('array of strings', { type: 'array', items: TEXT }, isTexts);
const textRecord = reader(
  'object of strings',
  { type: 'object', additionalProperties: TEXT },
  isTextRecord,
);
const integer = reader('integer', { type: 'integer' }, Number.isSafeInteger);

/** The fields of the SMS settings record. The last column: whether null is a value, and clears. */
export const SMS_SETTINGS_FIELDS = {
  enabled: { wireName: 'enabled', type: flag, nullable: false },
  mfaEnabled: { wireName: 'mfa_enabled', type: flag, nullable: false },
  appName: { wireName: 'app_name', type: text, nullable: false },
  originHost: { wireName: 'origin_host', type: text, nullable: true },
  templates: { wireName: 'templates', type: textRecord, nullable: false },
  allowedCountries: { wireName: 'allowed_countries', type: texts, nullable: true },
  deniedPrefixes: { wireName: 'denied_prefixes', type: texts, nullable: false },
  dailyBudget: { wireName: 'daily_budget', type: integer, nullable: true },
} as const satisfies Record<keyof SmsSettings, ChangeableField & { readonly nullable: boolean }>;

/** Changes the SMS settings: `change` holds the fields to change, in either spelling. */
export function changeSmsSettings(
  current: SmsSettings,
  change: object,
  capabilities: SmsCapabilities,
): Result<SmsSettings, SmsSettingsInvalid> {
  const read = readChange(SMS_SETTINGS_FIELDS, change, ['tenant_id']);
  const nulls = [...read.values].flatMap(([name, value]): FieldViolation[] =>
    value === null && !SMS_SETTINGS_FIELDS[name].nullable
      ? [{ field: read.spelling.get(name) ?? name, rule: 'type', limit: 'not null', value }]
      : [],
  );
  const violations = [...read.violations, ...nulls];
  if (violations.length > 0) return err({ code: 'sms_settings_invalid', violations });
  return checkSmsSettings(current, Object.fromEntries(read.values), capabilities).mapErr(
    (invalid) => ({
      ...invalid,
      violations: invalid.violations.map((each) => ({
        ...each,
        field: asSpelled(each.field, read),
      })),
    }),
  );
}

/** A field by the caller's own name for it. */
function asSpelled(wireName: string, { spelling }: ReadChange<keyof SmsSettings>): string {
  const spelled = [...spelling].find(([name]) => SMS_SETTINGS_FIELDS[name].wireName === wireName);
  return spelled?.[1] ?? wireName;
}

function reader(
  description: string,
  schema: FieldSchema,
  accepts: (input: unknown) => boolean,
): Reader {
  const broken: BrokenRule = { rule: 'type', limit: description };
  return { schema, read: (input) => (accepts(input) ? ok(input) : err(broken)) };
}

function isText(input: unknown): boolean {
  return typeof input === 'string';
}

function isTexts(input: unknown): boolean {
  return Array.isArray(input) && input.every(isText);
}

function isTextRecord(input: unknown): boolean {
  return (
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    Object.values(input).every(isText)
  );
}
