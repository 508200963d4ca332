import { describe, expect, it } from 'vitest';
import { NOW, PHONE, identityWith, recordWith, bound } from '../../test/fixtures.js';
import type { AssuranceLevel } from '../access/assurance.js';
import type { Identity } from '../records/identity.js';
import type { FactorRecord } from '../factors/factor-record.js';
import { removePhone } from './remove-phone.js';

const enrolled = recordWith({
  authenticators: [bound('sms', { enrolledAt: NOW })],
});

describe('a phone', () => {
  it.each([true, false])('may be removed where verified is %s', (verified) => {
    const identity = identityWith({ phone: { number: PHONE, verified } });
    expect(removePhone({ identity, record: recordWith(), assurance: null }).isOk()).toBe(true);
  });

  it.each<[string, Identity, FactorRecord, AssuranceLevel | null, string]>([
    ['there is none', identityWith({ phone: null }), recordWith(), 'aal1', 'phone_not_found'],
    ['SMS MFA is enrolled', identityWith(), enrolled, 'aal2', 'phone_in_use'],
    ['both hold, as the first', identityWith({ phone: null }), enrolled, null, 'phone_not_found'],
    [
      'the host keeps a factor and the session is at aal1',
      identityWith({ phone: null, otherFactors: ['totp'] }),
      recordWith(),
      'aal1',
      'assurance_insufficient',
    ],
    ['SMS is enrolled, at aal1', identityWith(), enrolled, 'aal1', 'assurance_insufficient'],
  ])('may not be removed where %s', (_, identity, record, assurance, code) => {
    expect(removePhone({ identity, record, assurance })._unsafeUnwrapErr()).toMatchObject({ code });
  });
});
