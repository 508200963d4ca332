import { parsePhoneNumber, type PhoneNumber } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { phoneCountry } from './phone-country.js';

describe('the country of a number', () => {
  it.each([
    ['+4915112345678', 'DE'],
    ['+447400123456', 'GB'],
    ['+14155550101', 'US'],
    ['+390612345678', 'IT'],
    ['+3780549886377', 'SM'],
    ['+2250712345678', 'CI'],
    ['+22607803817', 'BF'],
    ['+2290146433893', 'BJ'],
    ['+24106123456', 'GA'],
    ['+242061234567', 'CG'],
    ['+25006145604', 'RW'],
    ['+992091366877', 'TJ'],
  ])('of %s is %s, where the 0 of some plans is part of the number', (number, country) => {
    expect(phoneCountry(parsePhoneNumber(number)._unsafeUnwrap())).toBe(country);
  });

  it.each(['+881612345678', '+80012345678', '+99912345678', '+447700900123'])(
    'of %s, which belongs to no country, is not known',
    (number) => {
      expect(phoneCountry(parsePhoneNumber(number)._unsafeUnwrap())).toBeNull();
    },
  );

  it.each(['+49015112345678', '+490015112345678', '+4474001200123', '+99450100012'])(
    'of %s, which its plan does not have, is none at all',
    (number) => {
      expect(phoneCountry(number as PhoneNumber)).toBe('impossible');
    },
  );
});
