import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tenantWith } from '../../test/fixtures.js';
import { minutes } from '../shared/duration.js';
import { checkSmsSettings, type SmsSettings } from './sms-settings.js';
import { gsm7Length } from './gsm7.js';
import { toOneTimeCode } from '../shared/one-time-code.js';
import { renderSmsText } from './sms-text.js';

const DEFAULT_TEXT = '000042 is your Acme code. It expires in 15 minutes.';

/** How Chromium reads a message (content/browser/sms/sms_parser.cc), after WICG "Origin-bound one-time codes". */
const ORIGIN_BOUND = /(?:^|\s)@([a-zA-Z0-9.-]+) #([^#\s]+)(?: @([a-zA-Z0-9.-]+))?/;

function textOf(settings: Partial<SmsSettings>, locale: string | null, ms = minutes(15)): string {
  return renderSmsText(tenantWith(settings).sms, locale, toOneTimeCode(42), ms).reveal();
}

describe('the text of a message', () => {
  it('is the default sentence, a blank line and the origin-bound code, byte for byte', () => {
    expect(Buffer.from(textOf({ originHost: 'login.acme.example' }, null))).toEqual(
      Buffer.from(`${DEFAULT_TEXT}\n\n@login.acme.example #000042`),
    );
  });

  it('is the sentence alone where there is no host to bind to', () => {
    expect(textOf({ originHost: null }, null)).toBe(DEFAULT_TEXT);
  });

  it('ends with the hash of the Android app where there is one', () => {
    const text = textOf({ originHost: null, appHash: 'FA+9qCX9VSu' }, null);
    expect(text).toBe(`${DEFAULT_TEXT}\n\nFA+9qCX9VSu`);
  });

  it("is read by the browsers' own expression, whatever host is accepted and whatever the template says", () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
    const hosts = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
    const templates = fc.constantFrom('{code} @ #', '@evil.example #{code}', '{code}');
    fc.assert(
      fc.property(hosts, templates, (originHost, de) => {
        const { sms } = tenantWith({ originHost, templates: { de } });
        fc.pre(checkSmsSettings(sms, {}, { knowsCountries: true }).isOk());
        const lastLine = textOf({ originHost, templates: { de } }, 'de').split('\n').at(-1) ?? '';
        expect(ORIGIN_BOUND.exec(lastLine)?.slice(1)).toEqual([originHost, '000042', undefined]);
      }),
    );
  });

  it('names the whole minutes that the code lives', () => {
    expect(textOf({}, null, minutes(6) - 1)).toContain('It expires in 5 minutes.');
  });

  it('keeps the last line intact under a template', () => {
    const templates = { de: '{code} ist dein Code\n@evil.example #{code}' };
    const text = textOf({ templates, originHost: 'login.acme.example' }, 'de');
    expect(text.split('\n').at(-1)).toBe('@login.acme.example #000042');
  });

  // standard: asvs/1.3.7
  it('fills placeholders once, so that an app name cannot bring its own', () => {
    const settings = { appName: '{code} {minutes}', templates: { de: '{app_name}: {code}' } };
    expect(textOf(settings, 'de')).toBe('{code} {minutes}: 000042');
  });

  it('names the app by either spelling, and leaves braces that are no placeholder', () => {
    const templates = { de: '{appName} {app_name} {code} {app} {}' };
    expect(textOf({ templates }, 'de')).toBe('Acme Acme 000042 {app} {}');
  });

  it('is not shown until it is sent', () => {
    const text = renderSmsText(tenantWith().sms, null, toOneTimeCode(42), minutes(15));
    expect(String(text)).toBe('[redacted]');
  });
});

describe('the template', () => {
  const templates = { pt: 'pt {code}', 'pt-BR': 'pt-BR {code}', 'zh-Hant': 'zh-Hant {code}' };

  it.each([
    ['pt-BR', 'pt-BR 000042'],
    ['pt-BR-x-old', 'pt-BR 000042'],
    ['pt-PT', 'pt 000042'],
    ['PT-br', 'pt-BR 000042'],
    ['pt', 'pt 000042'],
    ['zh-Hant-TW', 'zh-Hant 000042'],
    ['zh', DEFAULT_TEXT],
    ['de', DEFAULT_TEXT],
    [null, DEFAULT_TEXT],
    ['', DEFAULT_TEXT],
    ['-', DEFAULT_TEXT],
    ['constructor', DEFAULT_TEXT],
    ['toString', DEFAULT_TEXT],
    ['__proto__', DEFAULT_TEXT],
    ['hasOwnProperty-x', DEFAULT_TEXT],
  ])('for the locale %j is the nearest one there is', (locale, text) => {
    expect(textOf({ templates }, locale)).toBe(text);
  });
});

describe('accepted settings', () => {
  const letters = fc.constantFrom(
    'a',
    'é',
    ' ',
    '{',
    '€',
    '\n',
    '^',
    'ł',
    '{minutes}',
    '{app_name}',
  );
  const texts = fc.string({ unit: letters, maxLength: 60 });
  const locales = fc.constantFrom('default', 'de', 'pt', 'pt-BR', 'toString', 'valueOf');
  const settingsArbitrary = fc.record({
    appName: fc.string({ unit: fc.constantFrom('a', 'é', '€', '{code}'), maxLength: 70 }),
    originHost: fc.option(
      fc.integer({ min: 1, max: 130 }).map((length) => `${'w'.repeat(length)}.example`),
      { nil: null },
    ),
    templates: fc.dictionary(
      locales,
      fc.tuple(texts, texts).map(([before, after]) => `${before}{code}${after}`),
      { maxKeys: 3 },
    ),
  });

  it('give at most 160 GSM-7 characters for every locale and code', () => {
    fc.assert(
      fc.property(settingsArbitrary, fc.nat({ max: 999_999 }), (changes, drawn) => {
        const { sms } = tenantWith(changes);
        fc.pre(checkSmsSettings(sms, {}, { knowsCountries: true }).isOk());
        for (const locale of [null, 'xx', ...Object.keys(changes.templates)]) {
          const text = renderSmsText(sms, locale, toOneTimeCode(drawn), minutes(15));
          expect(gsm7Length(text.reveal())).toBeLessThanOrEqual(160);
        }
      }),
      { numRuns: 500 },
    );
  });
});
