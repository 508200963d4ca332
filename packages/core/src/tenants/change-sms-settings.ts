import { err, ok, type Result } from 'neverthrow';
import {
  COUNTRY_MODES,
  GUARD_MODES,
  GUARD_RULES,
  type CountryMode,
  type GuardMode,
} from './guard-modes.js';
import { isObject } from '../shared/checks/check-options.js';
import type { BrokenRule, FieldSchema } from '../shared/checks/record-field.js';
import { readChange, type ChangeableField, type ReadChange } from '../policy/read-change.js';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import {
  checkSmsSettings,
  MAX_ENTRIES,
  MAX_TEMPLATES,
  type SmsCapabilities,
  type SmsSettings,
  type SmsSettingsInvalid,
} from './sms-settings.js';

/** Reads one type of value; `checkSmsSettings` validates it. */
type Reader = ChangeableField['type'];

const TEXT = { type: 'string' };
const flag = reader('boolean', { type: 'boolean' }, (input) => typeof input === 'boolean');
const integer = reader(
  'integer',
  { type: 'integer', minimum: 0, examples: [10_000] },
  Number.isSafeInteger,
);
const appName = reader(
  'string',
  { ...TEXT, minLength: 1, maxLength: 60, examples: ['Acme'] },
  isText,
);
const originHost = reader('string', { ...TEXT, maxLength: 253, examples: ['example.com'] }, isText);
const appHash = reader(
  'string',
  { ...TEXT, pattern: '^[A-Za-z0-9+/]{11}$', examples: ['FA+9qCX9VSu'] },
  isText,
);
const countries = listOf({ ...TEXT, pattern: '^[A-Z]{2}$', examples: ['DE'] });
const prefixes = listOf({ ...TEXT, pattern: '^\\+[1-9][0-9]{0,7}$', examples: ['+1900'] });
const templates = reader(
  'object of strings',
  {
    type: 'object',
    additionalProperties: TEXT,
    maxProperties: MAX_TEMPLATES,
    examples: [{ de: '{code} ist Ihr Code. Er gilt {minutes} Minuten.' }],
  },
  isTextRecord,
);

const fraudGuard = reader(
  `object of ${GUARD_RULES.join(', ')}, each one of ${GUARD_MODES.join(', ')}`,
  {
    type: 'object',
    properties: Object.fromEntries(GUARD_RULES.map((rule) => [rule, { enum: GUARD_MODES }])),
    required: GUARD_RULES,
    additionalProperties: false,
    examples: [{ country: 'monitor', prefix: 'enforce', address: 'enforce', network: 'monitor' }],
  },
  (input) => {
    const rules = wordsOf(input, GUARD_MODES);
    return (
      rules?.length === GUARD_RULES.length && GUARD_RULES.every((rule) => rules.includes(rule))
    );
  },
);
const countryModes = reader(
  `object of ${COUNTRY_MODES.join(', ')}`,
  {
    type: 'object',
    additionalProperties: { enum: COUNTRY_MODES },
    maxProperties: MAX_ENTRIES,
    examples: [{ DE: 'allow', RU: 'block' }],
  },
  (input) => wordsOf(input, COUNTRY_MODES) !== null,
);

/** The fields of the SMS settings record. The last column: whether null is a value, and clears. */
export const SMS_SETTINGS_FIELDS = {
  enabled: { wireName: 'enabled', type: flag, nullable: false },
  mfaEnabled: { wireName: 'mfa_enabled', type: flag, nullable: false },
  appName: { wireName: 'app_name', type: appName, nullable: false },
  originHost: { wireName: 'origin_host', type: originHost, nullable: true },
  appHash: { wireName: 'app_hash', type: appHash, nullable: true },
  templates: { wireName: 'templates', type: templates, nullable: false },
  allowedCountries: { wireName: 'allowed_countries', type: countries, nullable: true },
  deniedPrefixes: { wireName: 'denied_prefixes', type: prefixes, nullable: false },
  dailyBudget: { wireName: 'daily_budget', type: integer, nullable: true },
  fraudGuard: { wireName: 'fraud_guard', type: fraudGuard, nullable: false },
  countryModes: { wireName: 'country_modes', type: countryModes, nullable: false },
} as const satisfies Record<keyof SmsSettings, ChangeableField & { readonly nullable: boolean }>;

/** Changes the SMS settings: `change` holds the fields to change, in either spelling. */
export function changeSmsSettings(
  current: SmsSettings,
  change: object,
  capabilities: SmsCapabilities,
): Result<SmsSettings, SmsSettingsInvalid> {
  const read = readChange(SMS_SETTINGS_FIELDS, change, ['tenant_id', 'message_lengths']);
  const entries = [...read.values];
  const nulls = entries.filter(
    ([name, value]) => value === null && !SMS_SETTINGS_FIELDS[name].nullable,
  );
  const values = Object.fromEntries(entries.filter((entry) => !nulls.includes(entry)));
  const checked = checkSmsSettings(current, values, capabilities);
  const violations = [
    ...read.violations,
    ...nulls.map(([name, value]): FieldViolation => ({
      field: read.spelling.get(name) ?? name,
      rule: 'type',
      limit: 'not null',
      value,
    })),
    ...(checked.isErr() ? checked.error.violations : []).map((each) => ({
      ...each,
      field: asSpelled(each.field, read),
    })),
  ];
  return violations.length > 0 ? err({ code: 'sms_settings_invalid', violations }) : checked;
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

function listOf(items: FieldSchema): Reader {
  const schema = { type: 'array', items, maxItems: MAX_ENTRIES, uniqueItems: true };
  return reader('array of strings', schema, isTexts);
}

function isText(input: unknown): boolean {
  return typeof input === 'string';
}

function isTexts(input: unknown): boolean {
  return Array.isArray(input) && input.every(isText);
}

function isTextRecord(input: unknown): boolean {
  return isObject(input) && Object.values(input).every(isText);
}

/** The names of a record of words; null for anything else. */
function wordsOf(
  input: unknown,
  words: readonly (CountryMode | GuardMode)[],
): readonly string[] | null {
  const isRight =
    isObject(input) && Object.values(input).every((value) => words.some((word) => word === value));
  return isRight ? Object.keys(input) : null;
}
