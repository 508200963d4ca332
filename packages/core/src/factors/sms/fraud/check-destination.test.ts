import { describe, expect, it } from 'vitest';
import { PHONE } from '../../../../test/fixtures.js';
import { DEFAULT_SMS_SETTINGS, type SmsSettings } from '../../../tenants/sms-settings.js';
import { checkDestination, type Destination } from './check-destination.js';

function check(settings: Partial<SmsSettings>, known: Partial<Destination>) {
  const destination = { country: null, numberType: null, ...known };
  return checkDestination({ ...DEFAULT_SMS_SETTINGS, ...settings }, PHONE, destination);
}

describe('a number', () => {
  it.each([
    ['any, where nothing is restricted', null, [], null],
    ['one of an allowed country', ['DE', 'US'], [], 'US'],
    ['one that no denied prefix fits', null, ['+1900', '+4'], 'US'],
  ])('is sent to: %s', (_, allowedCountries, deniedPrefixes, country) => {
    expect(check({ allowedCountries, deniedPrefixes }, { country }).isOk()).toBe(true);
  });

  it.each([
    ['one of another country', ['DE'], [], 'US'],
    ['one whose country cannot be told', ['US'], [], null],
    ['all, where no country is allowed', [], [], 'US'],
    ['one with a denied prefix', null, ['+44', '+1415'], 'US'],
    ['one with a denied prefix in an allowed country', ['US'], ['+1'], 'US'],
    ['one that is itself the denied prefix', null, [PHONE], 'US'],
  ])('is not sent to: %s', (_, allowedCountries, deniedPrefixes, country) => {
    expect(check({ allowedCountries, deniedPrefixes }, { country })._unsafeUnwrapErr()).toEqual({
      code: 'destination_refused',
    });
  });

  it.each(['mobile', 'fixed_line', 'fixed_line_or_mobile', 'voip', 'personal', null] as const)(
    'of the type %s is sent to',
    (numberType) => {
      expect(check({}, { numberType }).isOk()).toBe(true);
    },
  );

  it.each([
    'premium_rate',
    'shared_cost',
    'toll_free',
    'company',
    'pager',
    'voicemail',
    'satellite',
  ] as const)('of the type %s is not sent to', (numberType) => {
    expect(check({}, { numberType }).isErr()).toBe(true);
  });

  it('of a blocked country is not sent to, and of one in another mode it is', () => {
    const countryModes = { US: 'block', DE: 'monitor', FR: 'allow' } as const;
    const isSent = (country: string | null) => check({ countryModes }, { country }).isOk();
    expect(['US', 'DE', 'FR', 'GB', null].map(isSent)).toEqual([false, true, true, true, true]);
  });
});
