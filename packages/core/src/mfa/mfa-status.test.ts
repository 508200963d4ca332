import { describe, expect, it } from 'vitest';
import { identityWith } from '../../test/fixtures.js';
import type { Identity } from '../identity/identity.js';
import { mfaStatus, type MfaStatus } from './mfa-status.js';

describe('the MFA status', () => {
  it.each<[string, Partial<Identity>, boolean, MfaStatus]>([
    ['is off with no factor', {}, false, { enabled: false, methods: [], backupCodesRemaining: 0 }],
    ['names sms', {}, true, { enabled: true, methods: ['sms'], backupCodesRemaining: 0 }],
    [
      'names all factors in priority order',
      { otherFactors: ['email', 'webauthn'], backupCodesRemaining: 8 },
      true,
      { enabled: true, methods: ['webauthn', 'sms', 'email'], backupCodesRemaining: 8 },
    ],
    [
      'tells the truth where other factors remain without sms',
      { otherFactors: ['totp'] },
      false,
      { enabled: true, methods: ['totp'], backupCodesRemaining: 0 },
    ],
  ])('%s', (_, changes, smsEnrolled, status) => {
    expect(mfaStatus(identityWith(changes), smsEnrolled)).toEqual(status);
  });

  it('leaves out an sms that a directory names without right', () => {
    const otherFactors = ['sms', 'totp'] as unknown as Identity['otherFactors'];
    expect(mfaStatus(identityWith({ otherFactors }), false).methods).toEqual(['totp']);
  });
});
