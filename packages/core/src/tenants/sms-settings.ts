import { err, ok, type Result } from 'neverthrow';
import { gsm7Length, smsLength, type SmsLength } from './gsm7.js';
import { DEFAULT_FRAUD_GUARD, type CountryModes, type FraudGuard } from './guard-modes.js';
import { LONGEST_LIFETIME_MS, toOneTimeCode } from '../shared/one-time-code.js';
import {
  renderSmsText,
  SMS_PLACEHOLDERS,
  unknownPlaceholders,
  type SmsWording,
} from './sms-text.js';
import type { FieldViolation, ViolationRule } from '../shared/checks/field-violation.js';

/** One message segment. */
const MAX_SMS_LENGTH = 160;

/** Templates are read at each send. */
export const MAX_TEMPLATES = 50;

/** Entries of each list of countries and prefixes, and countries with a mode. They are read at each send. */
export const MAX_ENTRIES = 500;

/** The tenant SMS settings record (specification, prerequisites 1). */
export interface SmsSettings extends SmsWording {
  /** Whether the tenant sends SMS at all. */
  readonly enabled: boolean;
  /** Whether SMS serves as a second factor; needs `enabled` too. */
  readonly mfaEnabled: boolean;
  /** ISO 3166-1 alpha-2 codes that may be sent to, at most 500; null for all. Needs the host's `phoneCountry`. */
  readonly allowedCountries: readonly string[] | null;
  /** Number prefixes that are never sent to, for example `+1900`; at most 500, a plus sign and 1 to 8 digits each. */
  readonly deniedPrefixes: readonly string[];
  /**
   * Sends per UTC day over the whole tenant; 1,000. Null for no such budget. Codes to the verified numbers of enrolled
   * people have a second count with the same bound.
   */
  readonly dailyBudget: number | null;
  /** The mode of each rule of the fraud guard. */
  readonly fraudGuard: FraudGuard;
  /** The at most 500 countries that differ from the rules, by ISO 3166-1 alpha-2 code. Needs the host's `phoneCountry`. */
  readonly countryModes: CountryModes;
}

/** SMS off, 1,000 messages a day: the settings of a tenant that was never configured. */
export const DEFAULT_SMS_SETTINGS: SmsSettings = {
  enabled: false,
  mfaEnabled: false,
  appName: 'Stepward',
  originHost: null,
  appHash: null,
  templates: {},
  allowedCountries: null,
  deniedPrefixes: [],
  dailyBudget: 1_000,
  fraudGuard: DEFAULT_FRAUD_GUARD,
  countryModes: {},
};

/** SMS is disabled for the tenant, or SMS as a second factor if that was requested. */
export interface SmsDisabled {
  readonly code: 'sms_disabled';
}

/** The settings break at least one rule; all of them are listed. */
export interface SmsSettingsInvalid {
  readonly code: 'sms_settings_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The abilities of the host that the settings depend on. */
export interface SmsCapabilities {
  /** Whether the host can determine the country of a number. */
  readonly knowsCountries: boolean;
}

/**
 * Applies the change if every message that the settings can produce fits one GSM-7 segment. Stored templates with
 * unknown placeholders stay, as long as the change has no templates.
 */
export function checkSmsSettings(
  current: SmsSettings,
  change: Partial<SmsSettings>,
  { knowsCountries }: SmsCapabilities,
): Result<SmsSettings, SmsSettingsInvalid> {
  const settings = { ...current, ...change };
  const violations = [
    ...violationsOfFields(settings),
    ...(knowsCountries ? [] : violationsOfUnknownCountries(change)),
    ...violationsOfNewTemplates(change),
    ...violationsOfBuiltInText(settings, change),
    ...Object.entries(settings.templates).flatMap(([locale, template]) =>
      violationsOfTemplate(settings, locale, template),
    ),
  ];
  return violations.length === 0 ? ok(settings) : err({ code: 'sms_settings_invalid', violations });
}

const COUNTRY = /^[A-Z]{2}$/;
/** Anything longer would be a whole phone number, which must not be in settings, because they are logged. */
const PREFIX = /^\+[1-9][0-9]{0,7}$/;
const LOCALE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const APP_HASH = /^[A-Za-z0-9+/]{11}$/;
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/;

/** What a field must be, by the names on the wire. */
const FIELD_RULES = {
  app_name: ['gsm7_length', '1 to 60 GSM-7 characters'],
  origin_host: ['host_name', 'a lower-case host name without port, or null'],
  app_hash: ['app_hash', '11 characters of base64, and only where origin_host is null; or null'],
  allowed_countries: ['iso_3166_alpha_2', 'two upper-case letters each, or null for all'],
  denied_prefixes: ['e164_prefix', 'a plus sign and 1 to 8 digits each'],
  daily_budget: ['non_negative_integer', 'an integer of 0 or more, or null'],
  country_modes: ['iso_3166_alpha_2', 'two upper-case letters each'],
} as const satisfies Readonly<Record<string, readonly [ViolationRule, string]>>;

function violationsOfFields(settings: SmsSettings): readonly FieldViolation[] {
  const { appName, originHost, appHash, allowedCountries, deniedPrefixes, dailyBudget } = settings;
  const { countryModes } = settings;
  const isHash = appHash === null || (APP_HASH.test(appHash) && originHost === null);
  const isBudget = dailyBudget === null || (Number.isSafeInteger(dailyBudget) && dailyBudget >= 0);
  const arePrefixes = deniedPrefixes.every((prefix) => PREFIX.test(prefix));
  return [
    brokenField('app_name', isAppName(appName), appName),
    brokenField('origin_host', isOriginHost(originHost), originHost),
    brokenField('app_hash', isHash, appHash),
    brokenField('allowed_countries', areCountries(allowedCountries ?? []), allowedCountries),
    brokenField('denied_prefixes', arePrefixes, deniedPrefixes.map(shortened)),
    brokenField('daily_budget', isBudget, dailyBudget),
    brokenField('country_modes', areCountries(Object.keys(countryModes)), countryModes),
    ...violationsOfList('allowed_countries', allowedCountries ?? []),
    ...violationsOfList('denied_prefixes', deniedPrefixes),
    ...violationsOfList('country_modes', Object.keys(countryModes)),
  ].flat();
}

function brokenField(
  field: keyof typeof FIELD_RULES,
  holds: boolean,
  value: unknown,
): readonly FieldViolation[] {
  const [rule, limit] = FIELD_RULES[field];
  return violation(holds, field, rule, limit, value);
}

function areCountries(codes: readonly string[]): boolean {
  return codes.every((code) => COUNTRY.test(code));
}

/** Too many entries are not repeated in the answer. */
function violationsOfList(field: string, entries: readonly string[]): readonly FieldViolation[] {
  if (entries.length > MAX_ENTRIES) return violation(false, field, 'maximum', MAX_ENTRIES, null);
  const twice = entries.filter((entry, index) => entries.indexOf(entry) !== index);
  return violation(twice.length === 0, field, 'duplicate', null, twice.map(shortened));
}

/** What the host cannot apply is refused: a restriction would refuse every number, and a mode would do nothing. */
function violationsOfUnknownCountries({
  allowedCountries = null,
  countryModes = {},
}: Partial<SmsSettings>): readonly FieldViolation[] {
  const rule = 'phone_country_missing';
  const hasModes = Object.keys(countryModes).length > 0;
  return [
    violation(allowedCountries === null, 'allowed_countries', rule, null, allowedCountries),
    violation(!hasModes, 'country_modes', rule, null, countryModes),
  ].flat();
}

function violationsOfNewTemplates({ templates = {} }: Partial<SmsSettings>): FieldViolation[] {
  const count = Object.keys(templates).length;
  const known = SMS_PLACEHOLDERS.join(', ');
  return [
    violation(count <= MAX_TEMPLATES, 'templates', 'maximum', MAX_TEMPLATES, templates),
    ...Object.entries(templates).map(([locale, template]) =>
      violation(
        unknownPlaceholders(template).length === 0,
        `templates.${locale}`,
        'placeholder',
        known,
        template,
      ),
    ),
  ].flat();
}

function isAppName(name: string): boolean {
  const length = gsm7Length(name);
  return length !== null && length >= 1 && length <= 60;
}

function isOriginHost(host: string | null): boolean {
  return host === null || HOST.test(host);
}

/** With its plus sign. */
const MAX_PREFIX_LENGTH = 9;

/** A value that is too long for a prefix may be a whole phone number, so it is not repeated. */
function shortened(prefix: string): string {
  return prefix.length > MAX_PREFIX_LENGTH ? `${prefix.slice(0, MAX_PREFIX_LENGTH)}…` : prefix;
}

/** The caller did not send the built-in text: where it is too long, the violation names the part that was sent. */
function violationsOfBuiltInText(
  settings: SmsSettings,
  change: Partial<SmsSettings>,
): readonly FieldViolation[] {
  const { appName, originHost } = settings;
  // A part that breaks its own rule was already reported.
  if (!isAppName(appName) || !isOriginHost(originHost)) return [];
  const nameAlone = change.appName !== undefined && change.originHost === undefined;
  return violation(
    isOneSegment({ ...settings, templates: {} }, null),
    nameAlone ? 'app_name' : 'origin_host',
    'gsm7_length',
    `at most ${String(MAX_SMS_LENGTH)} GSM-7 characters for the built-in text with app name and last line`,
    nameAlone ? appName : originHost,
  );
}

function violationsOfTemplate(
  settings: SmsSettings,
  locale: string,
  template: string,
): FieldViolation[] {
  const field = `templates.${locale}`;
  return [
    violation(LOCALE.test(locale), field, 'locale', 'a BCP 47 language tag', template),
    violation(
      template.split('{code}').length === 2,
      field,
      'code_placeholder',
      'holds {code} exactly once',
      template,
    ),
    violation(
      isOneSegment({ ...settings, templates: { [locale]: template } }, locale),
      field,
      'gsm7_length',
      `at most ${String(MAX_SMS_LENGTH)} GSM-7 characters with app name and last line; it has ${told(lengthOf(settings, locale))}`,
      template,
    ),
  ].flat();
}

/**
 * Whether the locale's longest message fits into one segment.
 *
 * @param operation the text of an operation in it; null for none
 */
export function isOneSegment(
  settings: SmsWording,
  locale: string | null,
  operation: string | null = null,
): boolean {
  const { encoding, segments } = lengthOf(settings, locale, operation);
  return encoding === 'gsm7' && segments === 1;
}

/** The length of the locale's longest message. */
function lengthOf(
  settings: SmsWording,
  locale: string | null,
  operation: string | null = null,
): SmsLength {
  const text = renderSmsText(settings, locale, toOneTimeCode(0), LONGEST_LIFETIME_MS, operation);
  return smsLength(text.reveal());
}

/**
 * Returns how long the longest message of each template is, app name and last line included, by the template's
 * locale; of the built-in text under `*`.
 */
export function messageLengths(settings: SmsSettings): Readonly<Record<string, SmsLength>> {
  const builtIn = lengthOf({ ...settings, templates: {} }, null);
  const locales = Object.keys(settings.templates);
  return Object.fromEntries([
    ['*', builtIn],
    ...locales.map((locale) => [locale, lengthOf(settings, locale)] as const),
  ]);
}

function told({ encoding, length, segments }: SmsLength): string {
  const alphabet = encoding === 'gsm7' ? 'GSM-7' : 'UCS-2';
  return `${String(length)} in ${alphabet}, ${String(segments)} segments`;
}

function violation(
  holds: boolean,
  field: string,
  rule: ViolationRule,
  limit: string | number | null,
  value: unknown,
): readonly FieldViolation[] {
  return holds ? [] : [{ field, rule, limit, value }];
}
