import { describe, expect, it } from 'vitest';
import { parsePhoneNumber } from './phone-number.js';

describe('a phone number', () => {
  it.each(['+1234567', '+14155552671', '+123456789012345'])('may be %s', (input) => {
    expect(parsePhoneNumber(input)._unsafeUnwrap()).toBe(input);
  });

  it.each([
    ['6 digits', '+123456'],
    ['16 digits', '+1234567890123456'],
    ['no plus sign', '14155552671'],
    ['a country code that starts with 0', '+04155552671'],
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
