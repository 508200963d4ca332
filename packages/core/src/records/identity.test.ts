import { describe, expect, it } from 'vitest';
import { PHONE, identityWith } from '../../test/fixtures.js';
import { hostFactors, verifiedPhone, type Identity } from './identity.js';

describe('the number that codes go to', () => {
  it.each([
    ['the verified one', { number: PHONE, verified: true }, PHONE],
    ['none where it is not verified', { number: PHONE, verified: false }, null],
    ['none where there is none', null, null],
  ])('is %s', (_, phone, expected) => {
    expect(verifiedPhone(identityWith({ phone }))).toBe(expected);
  });
});

describe('the factors that the host keeps', () => {
  it.each([
    [[], []],
    [
      ['email', 'totp'],
      ['totp', 'email'],
    ],
    [['sms', 'webauthn'], ['webauthn']],
  ])('named as %j are %j', (named, expected) => {
    const otherFactors = named as unknown as Identity['otherFactors'];
    expect(hostFactors(identityWith({ otherFactors }))).toEqual(expected);
  });
});
