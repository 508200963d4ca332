import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from './phone-number.js';

describe('a phone number', () => {
  it.each([
    '+1234567',
    '+14155552671',
    '+123456789012345',
    '+390612345678',
    '+3780549886377',
    '+2250712345678',
    '+24106123456',
    '+242061234567',
    '+4930012345',
  ])('may be %s', (input) => {
    expect(parsePhoneNumber(input)._unsafeUnwrap()).toBe(input);
  });

  it.each([
    ['6 digits', '+123456'],
    ['16 digits', '+1234567890123456'],
    ['no plus sign', '14155552671'],
    ['a country code that starts with 0', '+04155552671'],
    ['a trunk prefix', '+49015112345678'],
    ['two of them', '+490015112345678'],
    ['a trunk prefix behind a code of one digit', '+104155552671'],
    ['a trunk prefix behind a code of three digits', '+353012345678'],
    ['spaces', '+1 415 555 2671'],
    ['hyphens', '+1-415-555-2671'],
    ['a line break at the end', '+14155552671\n'],
    ['full-width digits', '+１４１５５５５２６７１'],
    ['Arabic digits', '+١٤١٥٥٥٥٢٦٧١'],
    ['nothing', ''],
    ['a JSON number', 14155552671],
    ['null', null],
    ['a missing value', undefined],
    ['a list', ['+14155552671']],
  ])('may not have or be %s', (_, input) => {
    expect(parsePhoneNumber(input)._unsafeUnwrapErr()).toEqual({ code: 'phone_invalid' });
  });
});
