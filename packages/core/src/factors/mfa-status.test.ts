import { describe, expect, it } from 'vitest';
import { identityWith, bound } from '../../test/fixtures.js';
import type { Identity } from '../records/identity.js';
import type { Authenticators } from './authenticator.js';
import { mfaStatus, type MfaStatus } from './mfa-status.js';

const SMS: Authenticators = [bound()];

describe('the MFA status', () => {
  it.each<[string, Partial<Identity>, Authenticators, MfaStatus]>([
    ['is off with no factor', {}, [], { enabled: false, methods: [], backupCodesRemaining: 0 }],
    ['names sms', {}, SMS, { enabled: true, methods: ['sms'], backupCodesRemaining: 0 }],
    [
      'names all factors in priority order',
      { otherFactors: ['email', 'webauthn'], backupCodesRemaining: 8 },
      SMS,
      { enabled: true, methods: ['webauthn', 'sms', 'email'], backupCodesRemaining: 8 },
    ],
    [
      'names a factor with several authenticators once',
      {},
      [bound('totp'), bound('totp', { id: 'totp-2' })],
      { enabled: true, methods: ['totp'], backupCodesRemaining: 0 },
    ],
    [
      'tells the truth where other factors remain without sms',
      { otherFactors: ['totp'] },
      [],
      { enabled: true, methods: ['totp'], backupCodesRemaining: 0 },
    ],
  ])('%s', (_, changes, kept, status) => {
    expect(mfaStatus(identityWith(changes), kept)).toEqual(status);
  });

  it('leaves out an sms that a directory names without right', () => {
    const otherFactors = ['sms', 'totp'] as unknown as Identity['otherFactors'];
    expect(mfaStatus(identityWith({ otherFactors }), []).methods).toEqual(['totp']);
  });
});
