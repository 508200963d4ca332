import { describe, expect, it } from 'vitest';
import { tenantWith } from '../../test/fixtures.js';
import { checkSmsSettings, DEFAULT_SMS_SETTINGS, type SmsSettings } from './sms-settings.js';

const ABLE = { knowsCountries: true };

/** The broken rules, as `field rule`. */
function violationsOf(changes: Partial<SmsSettings>): readonly string[] {
  return checkSmsSettings(tenantWith().sms, changes, ABLE).match(
    () => [],
    ({ violations }) => violations.map(({ field, rule }) => `${field} ${rule}`),
  );
}

describe('SMS settings', () => {
  it('are fine as they are by default', () => {
    expect(checkSmsSettings(DEFAULT_SMS_SETTINGS, {}, ABLE)._unsafeUnwrap()).toEqual(
      DEFAULT_SMS_SETTINGS,
    );
  });

  it.each<[string, Partial<SmsSettings>]>([
    ['an app name of 60 characters', { appName: 'a'.repeat(60) }],
    ['an app name of 30 characters of two septets each', { appName: '€'.repeat(30) }],
    ['a host name', { originHost: 'login.acme-eu.example' }],
    ['a host of one label', { originHost: 'localhost' }],
    ['a template with the code alone', { templates: { de: '{code}' } }],
    [
      'a template with every placeholder',
      { templates: { de: '{code} {app_name} {appName} {minutes}' } },
    ],
    ['50 templates', { templates: templatesOf(50) }],
    ['a template of a long tag', { templates: { 'zh-Hant-TW': 'Code {code}' } }],
    ['a template of exactly 160 characters', { templates: { de: `${'a'.repeat(154)}{code}` } }],
    ['no country at all', { allowedCountries: [] }],
    ['countries', { allowedCountries: ['DE', 'US'] }],
    ['prefixes of 1 and 8 digits', { deniedPrefixes: ['+1', '+12345678'] }],
    ['a budget of nothing', { dailyBudget: 0 }],
    ['a large budget', { dailyBudget: Number.MAX_SAFE_INTEGER }],
  ])('may have %s', (_, changes) => {
    expect(violationsOf(changes)).toEqual([]);
  });

  it.each<[string, Partial<SmsSettings>, readonly string[]]>([
    ['an empty app name', { appName: '' }, ['app_name gsm7_length']],
    ['an app name of 61 characters', { appName: 'a'.repeat(61) }, ['app_name gsm7_length']],
    [
      'an app name that makes the sentence too long by its septets',
      { appName: '€'.repeat(31) },
      ['app_name gsm7_length'],
    ],
    [
      'an app name outside GSM-7, which spoils every text',
      { appName: 'Łódź', templates: { de: '{code}', fr: '{code} {app_name}' } },
      ['app_name gsm7_length', 'templates.fr gsm7_length'],
    ],
    ['an upper-case host', { originHost: 'Login.acme.example' }, ['origin_host host_name']],
    ['a host with a port', { originHost: 'acme.example:443' }, ['origin_host host_name']],
    ['a URL as host', { originHost: 'https://acme.example' }, ['origin_host host_name']],
    ['a host with a space', { originHost: 'acme example' }, ['origin_host host_name']],
    ['a host with a trailing dot', { originHost: 'acme.example.' }, ['origin_host host_name']],
    [
      'a label that starts with a hyphen',
      { originHost: '-acme.example' },
      ['origin_host host_name'],
    ],
    ['a label that ends with a hyphen', { originHost: 'acme-.example' }, ['origin_host host_name']],
    ['an empty host', { originHost: '' }, ['origin_host host_name']],
    [
      'a host that makes the default text too long',
      { originHost: `${'a'.repeat(100)}.example` },
      ['origin_host gsm7_length'],
    ],
    [
      'a host that makes the default text too long, with an app name',
      { originHost: `${'a'.repeat(100)}.example`, appName: 'Globex' },
      ['origin_host gsm7_length'],
    ],
    [
      'a host that makes the default text too long, hidden behind a template for a "default" locale',
      { originHost: `${'a'.repeat(100)}.example`, templates: { default: '{code}' } },
      ['origin_host gsm7_length'],
    ],
    ['an app hash of 10 characters', { appHash: 'FA+9qCX9VS' }, ['app_hash app_hash']],
    [
      'an app hash beside a host: a message has one last line',
      { appHash: 'FA+9qCX9VSu', originHost: 'acme.example' },
      ['app_hash app_hash'],
    ],
    ['51 templates', { templates: templatesOf(51) }, ['templates maximum']],
    [
      'a template with an unknown placeholder, by the locale of the template',
      { templates: { de: '{code} {appname}', fr: '{code}', pt: '{code} { minutes} {}' } },
      ['templates.de placeholder', 'templates.pt placeholder'],
    ],
    [
      'a template without the code',
      { templates: { de: 'Hallo' } },
      ['templates.de code_placeholder'],
    ],
    [
      'a template with the code twice',
      { templates: { de: '{code} {code}' } },
      ['templates.de code_placeholder'],
    ],
    [
      'a template of 161 characters',
      { templates: { de: `${'a'.repeat(155)}{code}` } },
      ['templates.de gsm7_length'],
    ],
    [
      'a template that its last line makes too long',
      { originHost: 'acme.example', templates: { de: `${'a'.repeat(140)}{code}` } },
      ['templates.de gsm7_length'],
    ],
    ['a template outside GSM-7', { templates: { pl: '{code} ł' } }, ['templates.pl gsm7_length']],
    ['a locale with an underscore', { templates: { pt_BR: '{code}' } }, ['templates.pt_BR locale']],
    ['an empty locale', { templates: { '': '{code}' } }, ['templates. locale']],
    [
      'a locale called as the prototype is',
      { templates: JSON.parse('{"__proto__":"{code}"}') },
      ['templates.__proto__ locale'],
    ],
    [
      'a locale called constructor',
      { templates: { constructor: '{code}' } },
      ['templates.constructor locale'],
    ],
    [
      'a country in lower case',
      { allowedCountries: ['de'] },
      ['allowed_countries iso_3166_alpha_2'],
    ],
    [
      'a country of three letters',
      { allowedCountries: ['DE', 'USA'] },
      ['allowed_countries iso_3166_alpha_2'],
    ],
    ['a prefix without plus sign', { deniedPrefixes: ['1900'] }, ['denied_prefixes e164_prefix']],
    ['a prefix that starts with 0', { deniedPrefixes: ['+0'] }, ['denied_prefixes e164_prefix']],
    ['a bare plus sign', { deniedPrefixes: ['+'] }, ['denied_prefixes e164_prefix']],
    [
      'a prefix of 9 digits, which may be a whole number',
      { deniedPrefixes: ['+123456789'] },
      ['denied_prefixes e164_prefix'],
    ],
    ['a negative budget', { dailyBudget: -1 }, ['daily_budget non_negative_integer']],
    ['half a message', { dailyBudget: 0.5 }, ['daily_budget non_negative_integer']],
    [
      'a budget past safe integers',
      { dailyBudget: 2 ** 53 },
      ['daily_budget non_negative_integer'],
    ],
  ])('may not have %s', (_, changes, violations) => {
    expect(violationsOf(changes)).toEqual(violations);
  });

  it('blame an app name that makes the default text too long with the host of before', () => {
    const { sms } = tenantWith({ originHost: `${'a'.repeat(52)}.example` });
    const appName = 'a'.repeat(60);
    expect(checkSmsSettings(sms, { appName }, ABLE)._unsafeUnwrapErr().violations).toEqual([
      expect.objectContaining({ field: 'app_name', rule: 'gsm7_length', value: appName }),
    ]);
  });

  it('do not repeat what may be a whole number', () => {
    const { sms } = tenantWith({ deniedPrefixes: ['+14155552671', '1900', '123456789'] });
    const [violation] = checkSmsSettings(sms, {}, ABLE)._unsafeUnwrapErr().violations;
    expect(violation?.value).toEqual(['+14155552…', '1900', '123456789']);
  });

  it.each([
    [`${'a'.repeat(155)}{code}`, '161 in GSM-7, 2 segments'],
    ['{code} ł', '8 in UCS-2, 1 segments'],
    ['{code}', null],
  ])('say how long the message of the template %s is', (template, length) => {
    const { sms } = tenantWith({ templates: { de: template } });
    const checked = checkSmsSettings(sms, {}, ABLE);
    const limits = checked.isErr() ? checked.error.violations.map(({ limit }) => limit) : [];
    const form = 'at most 160 GSM-7 characters with app name and last line; it has ';
    expect(limits).toEqual(length === null ? [] : [form + length]);
  });

  it.each([
    [{ de: '{code} {code}' }, 'holds {code} exactly once'],
    [{ de_DE: '{code}' }, 'a BCP 47 language tag'],
  ])('say what the templates %j must be', (templates, limit) => {
    const checked = checkSmsSettings(tenantWith({ templates }).sms, {}, ABLE);
    expect(checked._unsafeUnwrapErr().violations).toMatchObject([{ limit }]);
  });

  it('report all violations at once, each with a message for people', () => {
    const everythingWrong = tenantWith({
      appName: '',
      originHost: 'A',
      templates: { de_DE: 'ł' },
      allowedCountries: ['x'],
      deniedPrefixes: ['x'],
      dailyBudget: -1,
    }).sms;
    const { violations } = checkSmsSettings(everythingWrong, {}, ABLE)._unsafeUnwrapErr();

    expect(violations.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
      'app_name gsm7_length',
      'origin_host host_name',
      'allowed_countries iso_3166_alpha_2',
      'denied_prefixes e164_prefix',
      'daily_budget non_negative_integer',
      'templates.de_DE locale',
      'templates.de_DE code_placeholder',
      'templates.de_DE gsm7_length',
    ]);
    expect(violations.every(({ limit }) => typeof limit === 'string')).toBe(true);
  });
});

describe('templates that were stored with an unknown placeholder', () => {
  const { sms } = tenantWith({ templates: { de: '{code} {app}' } });

  it('do not stand in the way of another change', () => {
    const changed = checkSmsSettings(sms, { dailyBudget: 5 }, ABLE)._unsafeUnwrap();
    expect(changed).toEqual({ ...sms, dailyBudget: 5 });
  });

  it('are refused when they are written again', () => {
    const { templates } = sms;
    const { violations } = checkSmsSettings(sms, { templates }, ABLE)._unsafeUnwrapErr();
    expect(violations).toEqual([
      {
        field: 'templates.de',
        rule: 'placeholder',
        limit: '{code}, {app_name}, {appName}, {minutes}',
        value: '{code} {app}',
      },
    ]);
  });
});

describe('if the host cannot determine the country of a number', () => {
  const unable = { knowsCountries: false };
  const restricted = tenantWith({ allowedCountries: ['DE'] }).sms;

  it.each([[['DE']], [[]]])(
    'countries are refused when they are written: %j',
    (allowedCountries) => {
      const { sms } = tenantWith();
      const refused = checkSmsSettings(sms, { allowedCountries }, unable)._unsafeUnwrapErr();
      expect(refused.violations.map(({ field, rule }) => `${field} ${rule}`)).toEqual([
        'allowed_countries phone_country_missing',
      ]);
    },
  );

  it('they can be lifted, and stored ones do not stand in the way of another change', () => {
    for (const change of [{ allowedCountries: null }, { dailyBudget: 5 }]) {
      expect(checkSmsSettings(restricted, change, unable)._unsafeUnwrap()).toMatchObject(change);
    }
  });
});

/** Templates of `count` locales: `aa`, `ab`, … */
function templatesOf(count: number): Record<string, string> {
  const letter = (index: number): string => String.fromCharCode(97 + index);
  const locales = Array.from(
    { length: count },
    (_, index) => letter(Math.floor(index / 26)) + letter(index % 26),
  );
  return Object.fromEntries(locales.map((locale) => [locale, '{code}']));
}
