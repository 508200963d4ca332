import { describe, expect, it } from 'vitest';
import { changeSmsSettings, SMS_SETTINGS_FIELDS } from './change-sms-settings.js';
import { DEFAULT_SMS_SETTINGS } from './sms-settings.js';

const ABLE = { knowsCountries: true };
const change = (body: object) => changeSmsSettings(DEFAULT_SMS_SETTINGS, body, ABLE);

const ALL = {
  enabled: true,
  mfa_enabled: true,
  app_name: 'Acme',
  origin_host: 'acme.example',
  app_hash: null,
  templates: { de: 'Code {code}' },
  allowed_countries: ['DE'],
  denied_prefixes: ['+1900'],
  daily_budget: 5,
  fraud_guard: { country: 'off', prefix: 'enforce', address: 'monitor', network: 'enforce' },
  country_modes: { DE: 'allow', FR: 'block', GB: 'monitor' },
};

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `+${String(1_000 + index)}`);
/** Modes for the first of all pairs of letters. */
const modesOf = (count: number): object =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      String.fromCharCode(65 + Math.floor(index / 26), 65 + (index % 26)),
      'allow',
    ]),
  );

describe('a change of the SMS settings', () => {
  it('takes lists of 500 entries', () => {
    const lists = { denied_prefixes: numbered(500), country_modes: modesOf(500) };
    expect(change(lists)._unsafeUnwrap()).toMatchObject({ countryModes: modesOf(500) });
  });

  it('takes every field in either spelling', () => {
    const settings = change(ALL)._unsafeUnwrap();
    expect(Object.values(settings)).toEqual(Object.values(ALL));
    expect(change(settings)._unsafeUnwrap()).toEqual(settings);
    expect(Object.values(SMS_SETTINGS_FIELDS).map(({ wireName }) => wireName)).toEqual(
      Object.keys(ALL),
    );
  });

  it('leaves what it does not name, and ignores the tenant id', () => {
    const changed = change({ tenant_id: 'globex', app_name: 'Acme' })._unsafeUnwrap();
    expect(changed).toEqual({ ...DEFAULT_SMS_SETTINGS, appName: 'Acme' });
    expect(change({})._unsafeUnwrap()).toEqual(DEFAULT_SMS_SETTINGS);
  });

  it('clears with null what may be empty', () => {
    const configured = change(ALL)._unsafeUnwrap();
    const cleared = { originHost: null, allowedCountries: null, dailyBudget: null };
    expect(changeSmsSettings(configured, cleared, ABLE)._unsafeUnwrap()).toEqual({
      ...configured,
      ...cleared,
    });
  });

  it.each<[object, string, string]>([
    [{ enabled: 'yes' }, 'enabled', 'type'],
    [{ enabled: null }, 'enabled', 'type'],
    [{ mfaEnabled: 1 }, 'mfaEnabled', 'type'],
    [{ app_name: ['Acme'] }, 'app_name', 'type'],
    [{ app_name: null }, 'app_name', 'type'],
    [{ templates: ['x {code}'] }, 'templates', 'type'],
    [{ templates: { de: 7 } }, 'templates', 'type'],
    [{ templates: null }, 'templates', 'type'],
    [{ allowed_countries: 'DE' }, 'allowed_countries', 'type'],
    [{ denied_prefixes: [1900] }, 'denied_prefixes', 'type'],
    [{ deniedPrefixes: null }, 'deniedPrefixes', 'type'],
    [{ daily_budget: '5' }, 'daily_budget', 'type'],
    [{ daily_budget: 0.5 }, 'daily_budget', 'type'],
    [{ fraud_guard: null }, 'fraud_guard', 'type'],
    [{ fraud_guard: 'enforce' }, 'fraud_guard', 'type'],
    [{ fraud_guard: { country: 'enforce' } }, 'fraud_guard', 'type'],
    [{ fraud_guard: { ...ALL.fraud_guard, country: 'allow' } }, 'fraud_guard', 'type'],
    [
      { fraud_guard: { ...ALL.fraud_guard, network: undefined, subnet: 'off' } },
      'fraud_guard',
      'type',
    ],
    [{ fraudGuard: { ...ALL.fraud_guard, toString: 'off' } }, 'fraudGuard', 'type'],
    [{ country_modes: null }, 'country_modes', 'type'],
    [{ country_modes: ['DE'] }, 'country_modes', 'type'],
    [{ country_modes: [] }, 'country_modes', 'type'],
    [{ denied_prefixes: numbered(501) }, 'denied_prefixes', 'maximum'],
    [{ deniedPrefixes: ['+1900', '+49', '+1900'] }, 'deniedPrefixes', 'duplicate'],
    [{ allowed_countries: Array(20_000).fill('US') }, 'allowed_countries', 'maximum'],
    [{ allowed_countries: ['US', 'US'] }, 'allowed_countries', 'duplicate'],
    [{ country_modes: modesOf(501) }, 'country_modes', 'maximum'],
    [{ country_modes: { DE: 'off' } }, 'country_modes', 'type'],
    [{ countryModes: { de: 'allow' } }, 'countryModes', 'iso_3166_alpha_2'],
    [{ daily_budget: -1 }, 'daily_budget', 'non_negative_integer'],
    [{ dailyBudget: -1 }, 'dailyBudget', 'non_negative_integer'],
    [{ origin_host: 'https://acme' }, 'origin_host', 'host_name'],
    [{ originHost: 'https://acme' }, 'originHost', 'host_name'],
    [{ appName: '' }, 'appName', 'gsm7_length'],
    [{ originHost: `${'a'.repeat(100)}.example` }, 'originHost', 'gsm7_length'],
    [{ hipaa: true }, 'hipaa', 'unknown_field'],
    [{ constructor: 1 }, 'constructor', 'unknown_field'],
    [{ appName: 'A', app_name: 'B' }, 'appName, app_name', 'contradiction'],
  ])('%j is refused', (body, field, rule) => {
    const { code, violations } = change(body)._unsafeUnwrapErr();
    expect(code).toBe('sms_settings_invalid');
    expect(violations).toContainEqual(expect.objectContaining({ field, rule }));
  });

  it('needs to know countries for their modes, unless there are none', () => {
    const unable = { knowsCountries: false };
    const changed = (countryModes: object) =>
      changeSmsSettings(DEFAULT_SMS_SETTINGS, { countryModes }, unable);
    expect(changed({ DE: 'block' })._unsafeUnwrapErr().violations).toMatchObject([
      { field: 'countryModes', rule: 'phone_country_missing' },
    ]);
    expect(changed({}).isOk()).toBe(true);
  });

  it('lists all that is wrong at once', () => {
    const { violations } = change({ enabled: 1, app_name: null, x: 1 })._unsafeUnwrapErr();
    expect(violations.map(({ field }) => field).toSorted()).toEqual(['app_name', 'enabled', 'x']);
  });
});
