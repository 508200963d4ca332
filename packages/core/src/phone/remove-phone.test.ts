import { describe, expect, it } from 'vitest';
import { NOW, PHONE, identityWith, recordWith } from '../../test/fixtures.js';
import { removePhone } from './remove-phone.js';

const enrolled = recordWith({ enrolledAt: NOW });

describe('a phone', () => {
  it.each([true, false])('may be removed where verified is %s', (verified) => {
    const identity = identityWith({ phone: { number: PHONE, verified } });
    expect(removePhone(identity, recordWith()).isOk()).toBe(true);
  });

  it.each([
    ['there is none', identityWith({ phone: null }), recordWith(), 'phone_not_found'],
    ['SMS MFA is enrolled', identityWith(), enrolled, 'phone_in_use'],
    ['both hold, as the first', identityWith({ phone: null }), enrolled, 'phone_not_found'],
  ])('may not be removed where %s', (_, identity, record, code) => {
    expect(removePhone(identity, record)._unsafeUnwrapErr()).toEqual({ code });
  });
});
