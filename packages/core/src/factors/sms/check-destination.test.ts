import { describe, expect, it } from 'vitest';
import { PHONE } from '../../../test/fixtures.js';
import { checkDestination } from './check-destination.js';

describe('a number', () => {
  it.each([
    ['any, where nothing is restricted', null, [], null],
    ['one of an allowed country', ['DE', 'US'], [], 'US'],
    ['one that no denied prefix fits', null, ['+1900', '+4'], 'US'],
  ])('is sent to: %s', (_, allowedCountries, deniedPrefixes, country) => {
    expect(checkDestination({ allowedCountries, deniedPrefixes }, PHONE, country).isOk()).toBe(
      true,
    );
  });

  it.each([
    ['one of another country', ['DE'], [], 'US'],
    ['one whose country cannot be told', ['US'], [], null],
    ['all, where no country is allowed', [], [], 'US'],
    ['one with a denied prefix', null, ['+44', '+1415'], 'US'],
    ['one with a denied prefix in an allowed country', ['US'], ['+1'], 'US'],
    ['one that is itself the denied prefix', null, [PHONE], 'US'],
  ])('is not sent to: %s', (_, allowedCountries, deniedPrefixes, country) => {
    expect(
      checkDestination({ allowedCountries, deniedPrefixes }, PHONE, country)._unsafeUnwrapErr(),
    ).toEqual({ code: 'destination_refused' });
  });
});
